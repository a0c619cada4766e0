#!/bin/bash
# A daemon on a full disk rings each alarm once, and the store knows so. On a read-only file system it says so once.
# usage, in a mount namespace of its own: daemon_without_space.sh full|read-only APARKA FOLDER
set -eu
fault=$1 aparka=$2 folder=$3
data=$HOME/.local/share/aparka
store=$data/reminders.sqlite
mkdir -p "$data"
mount -t tmpfs -o size=1m,mode=700 none "$data"
fail() { echo "FAILED: $1"; cat "$folder/log" "$folder/told" 2>/dev/null || true; exit 1; }
sql() { /usr/bin/python3 -c 'import sqlite3, sys
c = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None)
for row in c.execute(sys.argv[2]): print("|".join(map(str, row)))' "$store" "$1"; }
until_so() { for _ in $(seq 400); do if eval "$1"; then return 0; fi; sleep 0.05; done; fail "not so: $1"; }

if [ "$fault" = read-only ]; then
  "$aparka" daemon 2>"$folder/log" &
  daemon=$!
  until_so 'grep -q event=started "$folder/log"'
  kill $daemon
  wait $daemon
  mount -o remount,ro "$data"
  for _ in 1 2; do
    if "$aparka" daemon 2>>"$folder/log"; then fail "it runs on a read-only file system"; fi
  done
  grep -q code=store_read_only "$folder/log" || fail "another fault"
  [ "$(wc -l <"$folder/told")" -eq 1 ] || fail "not said once"
  mount -o remount,rw "$data"
  "$aparka" daemon 2>>"$folder/log" &
  daemon=$!
  until_so '[ "$(grep -c event=started "$folder/log")" -eq 2 ]'
  kill $daemon
  wait $daemon || fail "exit status $?"
  echo ok
  exit
fi
"$aparka" daemon 2>"$folder/log" &
daemon=$!
trap 'kill -9 $daemon 2>/dev/null || true' EXIT
until_so 'grep -q event=started "$folder/log"'
now=$(date +%s)
for second in 3 4 5 6 7; do
  sql "INSERT INTO alarm (generation, cause, argument, due, state, text, created)
       VALUES (0, 'moment', 0, $((now + second)), 'pending', '$second', $now)" || fail "cannot add"
done
sql "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
sleep 0.5
dd if=/dev/zero of="$data/filler" bs=4k 2>/dev/null || true
while echo x >>"$data/filler2"; do :; done 2>/dev/null || true
[ "$(df --output=avail "$data" | tail -1)" -eq 0 ] || fail "the disk is not full"
until_so '[ "$(cat "$folder/told" 2>/dev/null | wc -l)" -ge 5 ]'
kill -0 $daemon || fail "the daemon is gone"
# The reserve is small: whatever did not fit was sent from memory.
rm -f "$data/filler" "$data/filler2"
until_so '[ "$(sql "SELECT count(*) FROM alarm WHERE state = '"'delivered'"'")" = 5 ]'
[ "$(wc -l <"$folder/told")" -eq 5 ] || fail "told more than once"
[ "$(cut -d"|" -f2 "$folder/told" | sort -u | wc -l)" -eq 5 ] || fail "some alarm did not ring"
until_so '[ -e "$store.reserve" ]'
[ "$(sql "PRAGMA integrity_check")" = ok ] || fail "integrity"
kill $daemon
wait $daemon || fail "exit status $?"
echo ok
