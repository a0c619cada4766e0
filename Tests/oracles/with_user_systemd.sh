#!/bin/bash
# Runs a script beside a real `systemd --user`, in mount, process and control group namespaces of its own, so that nothing
# of it stays. Needs root.
# usage: with_user_systemd.sh HOME SCRIPT [ARGUMENTS]
# The manager runs as TEST_USER (nobody), whose home is HOME. The script runs as root; $R COMMAND runs as that user.
# Exit status 77: namespaces or control groups are forbidden here, or the manager does not start.
set -eu
if [ "${1:-}" != --inner ]; then
  home=$(realpath "$1") script=$(realpath "$2")
  shift 2
  tree=$(awk '$9 == "cgroup2" || / - cgroup2 /{print $5; exit}' /proc/self/mountinfo)
  group=aparka-test.$$
  if [ -z "$tree" ] || ! unshare --mount --pid --fork --mount-proc true 2>/dev/null ||
    ! mkdir -p "$tree/$group/run" 2>/dev/null; then
    echo "no namespaces or control groups"
    exit 77
  fi
  cleanup() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      find "$tree/$group" -depth -type d -exec rmdir {} + 2>/dev/null
      [ -d "$tree/$group" ] || break
      sleep 0.1
    done
  }
  trap cleanup EXIT
  status=0
  GROUP=$group unshare --mount --pid --fork --kill-child --mount-proc --propagation private \
    "$0" --inner "$home" "$script" "$@" || status=$?
  exit $status
fi
shift
home=$1 script=$2
shift 2
user=$(id -u "${TEST_USER:-nobody}")
chown -R "$user" "$home"
mount -t tmpfs -o mode=755 none /run
# sd_booted(3) looks for the first; sandboxes are built on the second.
mkdir -p /run/systemd/system /run/systemd/unit-root "/run/user/$user"
chown "$user" "/run/user/$user"
chmod 700 "/run/user/$user"
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
echo $$ >"/sys/fs/cgroup/$GROUP/run/cgroup.procs"
chown -R "$user" "/sys/fs/cgroup/$GROUP"
export HOME=$home XDG_RUNTIME_DIR=/run/user/$user
export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$user/bus
R="setpriv --reuid $user --regid $(id -g "$user") --clear-groups --inh-caps=-all --"
export R
cd "$home"
$R env SYSTEMD_LOG_TARGET=console /lib/systemd/systemd --user >"${MANAGER_LOG:-/dev/null}" 2>&1 &
manager=$!
for _ in $(seq 100); do
  state=$($R systemctl --user is-system-running 2>/dev/null || true)
  case $state in running | degraded) break ;; esac
  sleep 0.05
done
case $state in
running | degraded) ;;
*)
  echo "the user manager does not start: $state"
  exit 77
  ;;
esac
status=0
bash "$script" "$@" || status=$?
kill -TERM $manager 2>/dev/null || true
wait $manager 2>/dev/null || true
exit $status
