#!/bin/bash
# The unit files under a real user manager; see with_user_systemd.sh.
# usage: daemon_under_systemd.sh CHECKOUT APARKA
set -eu
checkout=$1 aparka=$2
units=$HOME/.config/systemd/user
store=$HOME/.local/share/aparka/reminders.sqlite
told=$HOME/told
control=$XDG_RUNTIME_DIR/aparka/control
fail() {
  echo "FAILED: $1"
  $R systemctl --user status aparka.service --no-pager -l || true
  tail -n 30 "$HOME/log" 2>/dev/null || true
  exit 1
}
until_so() { for _ in $(seq 300); do if eval "$1"; then return 0; fi; sleep 0.05; done; fail "not so: $1"; }
add() { # in so many seconds
  $R /usr/bin/python3 -c 'import sqlite3, sys, time
c = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None); now = int(time.time())
c.execute("INSERT INTO alarm (generation, cause, argument, due, state, text, created) VALUES (0, ?, 0, ?, ?, ?, ?)",
    ("moment", now + int(sys.argv[2]), "pending", str(time.time()), now))' "$store" "$1"; }
lines() { cat "$told" 2>/dev/null | wc -l; }
show() { $R systemctl --user show aparka.service -p "$1" --value; }

mkdir -p "$units" "$HOME/.config/aparka"
for unit in "$checkout"/systemd/*; do
  sed "s|@PREFIX@/bin/aparka|$aparka|; s|^\[Service\]|[Service]\nStandardError=append:$HOME/log|" "$unit" >"$units/${unit##*/}"
done
printf '#!/bin/sh\necho "$APARKA_KEY" >> %s\n' "$told" >"$HOME/tell"
chmod +x "$HOME/tell"
echo "{\"channels\": [\"command\"], \"command\": [\"$HOME/tell\"]}" >"$HOME/.config/aparka/settings.json"
chown -R "$($R id -u)" "$HOME/.config" "$HOME/tell"
$R systemctl --user daemon-reload

# Start: it is ready, rings, and its sandbox holds.
$R systemctl --user start aparka.service || fail "start"
[ "$(show ActiveState)" = active ] || fail "not active"
show StatusText | grep -q "next=none channels=command store=ok" || fail "status: $(show StatusText)"
add 1
until_so '[ "$(lines)" -eq 1 ]'
pid=$(show MainPID)
grep -q "Seccomp:.*2" /proc/$pid/status || fail "no system call filter"
grep -q "NoNewPrivs:.*1" /proc/$pid/status || fail "new privileges"
grep -q "CapBnd:.*0000000000000000" /proc/$pid/status || fail "capabilities"
echo "resident under systemd: $(awk '/VmRSS/{print $2}' /proc/$pid/status) kB"

# Reload.
$R systemctl --user reload aparka.service || fail "reload"
until_so 'grep -q event=settings_read "$HOME/log"'
[ "$(show ActiveState)" = active ] || fail "not active after the reload"

# A second one by hand is refused.
if $R "$aparka" daemon 2>>"$HOME/log"; then fail "two daemons"; fi

# Killed: it comes back and rings what came due meanwhile.
add 1
kill -9 "$pid"
until_so '[ "$(lines)" -eq 2 ]'
until_so '[ "$(show MainPID)" != 0 ] && [ "$(show MainPID)" != '"$pid"' ]'

# Hung: the watchdog kills it, and it comes back. The unit's minute is made two seconds for the test.
mkdir -p "$units/aparka.service.d"
printf '[Service]\nWatchdogSec=2s\n' >"$units/aparka.service.d/test.conf"
$R systemctl --user daemon-reload
$R systemctl --user restart aparka.service
pid=$(show MainPID)
sleep 5
[ "$(show MainPID)" = "$pid" ] || fail "the watchdog kills a daemon that is well"
kill -STOP "$pid"
add 1
begin=$(date +%s%N)
until_so '[ "$(lines)" -eq 3 ]'
echo "hung, killed by the watchdog and rung again after $((($(date +%s%N) - begin) / 1000000)) ms"
[ "$(show MainPID)" != "$pid" ] || fail "the same process"

# Stopped: the safety net rings.
$R systemctl --user stop aparka.service
[ "$(show Result)" = success ] || fail "stopped with $(show Result)"
add 0
$R systemctl --user start aparka-tick.service || fail "tick"
[ "$(lines)" -eq 4 ] || fail "the tick did not ring"
$R systemctl --user start aparka-tick.timer || fail "timer"
$R systemctl --user list-timers --no-pager | grep -q aparka-tick.timer || fail "no timer"

# Socket activation: whoever asks starts it.
$R systemctl --user start aparka.socket || fail "socket"
[ "$(show ActiveState)" = inactive ] || fail "active before anybody asked"
add 0
$R /usr/bin/python3 -c 'import socket, sys
s = socket.socket(socket.AF_UNIX); s.settimeout(20); s.connect(sys.argv[1]); s.sendall(b"wake\n"); print(s.recv(100))' \
  "$control" | grep -q ok || fail "no answer through the socket"
until_so '[ "$(lines)" -eq 5 ]'
$R systemctl --user stop aparka.service aparka.socket

# An unusable store: it says so once, and is started again and again without a flood.
cp "$store" "$HOME/good"
echo hello >"$store"
rm -f "$store-wal" "$store-shm"
$R systemctl --user start aparka.service 2>/dev/null || true
sleep 9
[ "$(grep -c store_broken "$HOME/log")" -eq 0 ] || true
[ "$(lines)" -eq 6 ] || fail "the fault of the store was told $(($(lines) - 5)) times"
restarts=$(show NRestarts)
[ "$restarts" -ge 1 ] && [ "$restarts" -le 4 ] || fail "$restarts restarts in 9 s"
cat "$HOME/good" >"$store"
until_so '[ "$(show ActiveState)" = active ]'
$R systemctl --user stop aparka.service

# By hand, as a transient unit.
$R systemd-run --user --unit aparka-hand --service-type=notify "$aparka" daemon 2>/dev/null || fail "systemd-run"
add 1
until_so '[ "$(lines)" -eq 7 ]'
$R systemctl --user stop aparka-hand.service
echo ok
