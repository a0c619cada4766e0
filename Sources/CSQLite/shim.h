#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a macro with a cast, which Swift does not import.
static inline sqlite3_destructor_type aparka_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// sqlite3_db_config is variadic. Whether closing the last connection writes the log into the file.
static inline int aparka_sqlite_checkpoint_on_close(sqlite3 *database, int wanted) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, wanted ? 0 : 1, (int *)0);
}

// The first bytes of an open database and its size, as they are in the file: without locks, recovery
// or anything else that writes. Reading through a descriptor of one's own would, at close(), drop the
// POSIX locks of every SQLite connection that this process has to the file.
static inline int aparka_sqlite_peek(
    sqlite3 *database, void *header, int count, sqlite3_int64 *size) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  code = file->pMethods->xFileSize(file, size);
  if (code != SQLITE_OK || *size < count) return code;
  return file->pMethods->xRead(file, header, count, 0);
}
