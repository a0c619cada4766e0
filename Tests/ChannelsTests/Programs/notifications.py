"""Looks at python-dbusmock's notification server, and acts for it.

    calls             the calls that it got, one JSON array each
    invoke ID ACTION  it says that a button was pressed
    closed ID REASON  it says that a notice went
    forge ID ACTION   somebody else says so
"""

import json
import sys

import dbus
import dbus.lowlevel

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"

bus = dbus.SessionBus()
command, *arguments = sys.argv[1:]
mock = dbus.Interface(bus.get_object(NAME, PATH), "org.freedesktop.DBus.Mock")


def plain(value):
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, (dbus.Byte, int)):
        return int(value)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return str(value)


if command == "calls":
    for _, name, values in mock.GetCalls():
        print(json.dumps([str(name)] + [plain(value) for value in values]))
elif command == "invoke":
    mock.EmitSignal(NAME, "ActionInvoked", "us", [dbus.UInt32(arguments[0]), arguments[1]])
elif command == "closed":
    mock.EmitSignal(
        NAME, "NotificationClosed", "uu", [dbus.UInt32(arguments[0]), dbus.UInt32(arguments[1])])
elif command == "forge":
    signal = dbus.lowlevel.SignalMessage(PATH, NAME, "ActionInvoked")
    signal.append(dbus.UInt32(arguments[0]), arguments[1], signature="us")
    bus.send_message(signal)
    bus.flush()
