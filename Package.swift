// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The floors of the house, ground first: a target depends only on targets above it in this list.
let package = Package(
  name: "aparka",
  products: [.executable(name: "aparka", targets: ["aparka"])],
  targets: [
    // Floor 0: Debian's C libraries as modules, nothing else.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLinux"),
    // Without pkgConfig, which would link it: it is loaded when it is needed.
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    // Loaded when they are needed, not linked: they would slow down every start.
    .systemLibrary(name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    // Floor 1: values and text, pure.
    .target(name: "CivilTime", swiftSettings: strict),
    .target(name: "JSONText", swiftSettings: strict),
    // Floor 2: schedules, pure.
    .target(name: "OpeningHours", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(name: "Sectors", dependencies: ["JSONText"], swiftSettings: strict),
    // Floor 2: tickets as calendar files, pure.
    .target(name: "ICalendar", dependencies: ["CivilTime"], swiftSettings: strict),
    // Floor 2: one thread that waits for descriptors, timers, signals and child processes.
    .target(name: "EventLoop", dependencies: ["CLinux", "CivilTime"], swiftSettings: strict),
    // Floor 2: HTTP on that thread; knows routes, not what they answer.
    .target(
      name: "WebServer", dependencies: ["CMicroHTTPD", "CLinux", "EventLoop"],
      swiftSettings: strict),
    // Floor 3: the tariff engine (pure), tickets with their alarms, and the words for people.
    .target(
      name: "Tariffs", dependencies: ["CivilTime", "JSONText", "OpeningHours"],
      swiftSettings: strict),
    .target(
      name: "Phrasebook",
      dependencies: ["CCMark", "CivilTime", "JSONText", "OpeningHours", "Tariffs"],
      swiftSettings: strict),
    .target(
      name: "Settings", dependencies: ["JSONText", "Tariffs", "Phrasebook"],
      swiftSettings: strict),
    .target(
      name: "Reminders",
      dependencies: ["CSQLite", "CLinux", "CSystemd", "CivilTime", "EventLoop"],
      swiftSettings: strict),
    // Floor 4: the one place that reads files.
    .target(
      name: "DataLibrary",
      dependencies: [
        "CivilTime", "JSONText", "OpeningHours", "Sectors", "Tariffs", "Phrasebook", "Settings",
      ],
      swiftSettings: strict),
    // Floor 4: the daemon.
    .target(
      name: "Service",
      dependencies: ["CLinux", "CivilTime", "JSONText", "EventLoop", "Phrasebook", "Reminders"],
      swiftSettings: strict),
    // Floor 5: the command line, one file per command; the executable is its three lines.
    .target(
      name: "Commands",
      dependencies: [
        "CivilTime", "JSONText", "OpeningHours", "ICalendar", "EventLoop", "Sectors", "Tariffs",
        "Phrasebook", "Settings", "Reminders", "DataLibrary", "Service", "WebServer", "CQREncode",
      ],
      swiftSettings: strict),
    .executableTarget(name: "aparka", dependencies: ["Commands"], swiftSettings: strict),
    // Nanoseconds a quote; `make bench`.
    .executableTarget(
      name: "aparka-bench",
      dependencies: ["CivilTime", "OpeningHours", "Tariffs", "DataLibrary"],
      path: "Benchmarks/aparka-bench", swiftSettings: strict),
    // Speed, run by hand: what a lookup and a megabyte cost.
    .executableTarget(
      name: "aparka-bench-sectors", dependencies: ["Sectors"], path: "Benchmarks/Sectors",
      swiftSettings: strict),
    // Tests.
    .target(
      name: "TestSupport", dependencies: ["CLinux", "EventLoop"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "CivilTimeTests", dependencies: ["CivilTime", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "EventLoopTests", dependencies: ["EventLoop", "CLinux", "CivilTime", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ChannelsTests", dependencies: ["Reminders", "EventLoop", "CLinux", "TestSupport"],
      exclude: ["Programs"], swiftSettings: strict),
    .testTarget(
      name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ICalendarTests", dependencies: ["ICalendar", "CivilTime", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OpeningHoursTests", dependencies: ["OpeningHours", "CivilTime", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SectorsTests", dependencies: ["Sectors", "JSONText", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "TariffsTests",
      dependencies: [
        "Tariffs", "OpeningHours", "CivilTime", "JSONText", "DataLibrary", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PhrasebookTests",
      dependencies: ["Phrasebook", "OpeningHours", "CivilTime", "JSONText", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "WebServerTests", dependencies: ["WebServer", "EventLoop", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SettingsTests",
      dependencies: [
        "Settings", "DataLibrary", "JSONText", "Phrasebook", "Tariffs", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "Service", "Reminders", "EventLoop", "CivilTime", "Phrasebook", "DataLibrary",
        "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "DataLibrary", "CivilTime", "JSONText", "OpeningHours", "Sectors", "Tariffs",
        "Phrasebook", "Settings", "Reminders", "Service", "TestSupport",
      ],
      exclude: ["Data", "Golden", "PlanGolden", "SettingsGolden", "TicketGolden", "Spelling"],
      swiftSettings: strict),
    // A process that the reminder tests may kill.
    .executableTarget(
      name: "reminders-probe", dependencies: ["Reminders", "CivilTime"],
      path: "Tests/RemindersProbe", swiftSettings: strict),
    .testTarget(
      name: "RemindersTests",
      dependencies: [
        "Reminders", "CivilTime", "TestSupport", "reminders-probe",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
