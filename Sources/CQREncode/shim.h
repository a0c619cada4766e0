// libqrencode, loaded when somebody pairs a phone: nothing else needs it.
#pragma once
#include <dlfcn.h>
#include <qrencode.h>
#include <stddef.h>

struct aparka_qr {
  __typeof__(&QRcode_encodeString8bit) encode;
  __typeof__(&QRcode_free) free_code;
};

// The name of what is missing when that fails, NULL when all is there.
static inline const char *aparka_qr_load(struct aparka_qr *table) {
  void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return "libqrencode.so.4";
  table->encode = (__typeof__(table->encode))dlsym(library, "QRcode_encodeString8bit");
  if (table->encode == NULL) return "QRcode_encodeString8bit";
  table->free_code = (__typeof__(table->free_code))dlsym(library, "QRcode_free");
  return table->free_code == NULL ? "QRcode_free" : NULL;
}
