import Glibc
import JSONText
import Settings
import TestSupport
import Testing

/// What the file and the command line may not say.
struct WrongValueTests {
  /// Text of the file; path and code of each fault.
  @Test(
    arguments: [
      ("[]", ["$ json_expected"]), ("{\"zoen\": 1}", ["$.zoen json_unknown_member"]),
      (#"{"clock": "13"}"#, ["$.clock json_unknown_word"]),
      (#"{"clock": 24}"#, ["$.clock json_expected"]),
      (#"{"language": "fr"}"#, ["$.language json_unknown_word"]),
      (#"{"date_format": "Long"}"#, ["$.date_format json_unknown_word"]),
      (#"{"town": ["a"]}"#, ["$.town json_expected"]),
      (#"{"town": "a\u0007"}"#, ["$.town setting_bad_text"]),
      (#"{"zone": "blue"}"#, ["$.zone setting_needs_town"]),
      (#"{"sector": "1"}"#, ["$.sector setting_needs_town"]),
      (#"{"vehicle": "resident:1"}"#, ["$.vehicle setting_needs_town"]),
      (#"{"vehicle": "tractor"}"#, ["$.vehicle setting_unknown_vehicle"]),
      (#"{"lead_times": 15}"#, ["$.lead_times json_expected"]),
      (#"{"lead_times": []}"#, ["$.lead_times setting_empty_list"]),
      (#"{"lead_times": [5, 1441]}"#, ["$.lead_times[1] json_out_of_bounds"]),
      (#"{"lead_times": [-1]}"#, ["$.lead_times[0] json_out_of_bounds"]),
      (#"{"lead_times": [5, 2.5]}"#, ["$.lead_times[1] json_not_an_integer"]),
      (#"{"lead_times": [5, "5"]}"#, ["$.lead_times[1] json_expected"]),
      (#"{"lead_times": [5, 9, 5]}"#, ["$.lead_times[2] setting_twice"]),
      (#"{"lead_times": [1,2,3,4,5,6,7,8,9,10,11]}"#, ["$.lead_times setting_too_many"]),
      (#"{"walk_minutes": -1}"#, ["$.walk_minutes json_out_of_bounds"]),
      (#"{"walk_minutes": "7"}"#, ["$.walk_minutes json_expected"]),
      (#"{"snooze_minutes": 0}"#, ["$.snooze_minutes json_out_of_bounds"]),
      (#"{"extend_minutes": 1441}"#, ["$.extend_minutes json_out_of_bounds"]),
      (#"{"channels": []}"#, ["$.channels setting_empty_list"]),
      (#"{"channels": ["desktop", "fax"]}"#, ["$.channels[1] json_unknown_word"]),
      (#"{"channels": ["desktop", "desktop"]}"#, ["$.channels[1] setting_twice"]),
      (#"{"channels": "desktop"}"#, ["$.channels json_expected"]),
      (#"{"delivery": "some"}"#, ["$.delivery json_unknown_word"]),
      (#"{"channel_timeout_seconds": 0}"#, ["$.channel_timeout_seconds json_out_of_bounds"]),
      (#"{"standby_seconds": 3601}"#, ["$.standby_seconds json_out_of_bounds"]),
      (#"{"give_up_minutes": 0}"#, ["$.give_up_minutes json_out_of_bounds"]),
      (#"{"command": "ls"}"#, ["$.command json_expected"]),
      (#"{"command": ["ls", ""]}"#, ["$.command[1] setting_bad_text"]),
      (#"{"command": ["a\u0000b"]}"#, ["$.command[0] setting_bad_text"]),
      (#"{"command_through_shell": "on"}"#, ["$.command_through_shell json_expected"]),
      (#"{"apprise_urls": ["token"]}"#, ["$.apprise_urls[0] setting_bad_apprise_url"]),
      (
        #"{"apprise_urls": ["a://b", "://b"]}"#, ["$.apprise_urls[1] setting_bad_apprise_url"]
      ),
      (#"{"apprise_urls": ["mailto:a@b"]}"#, ["$.apprise_urls[0] setting_bad_apprise_url"]),
      (#"{"web": 1}"#, ["$.web json_expected"]),
      (#"{"web_address": "example.org"}"#, ["$.web_address setting_bad_address"]),
      (#"{"web_address": ""}"#, ["$.web_address setting_bad_text"]),
      (#"{"web_port": 0}"#, ["$.web_port json_out_of_bounds"]),
      (#"{"web_port": 65536}"#, ["$.web_port json_out_of_bounds"]),
      (#"{"tile_url": "https://a/{z}/{x}.png"}"#, ["$.tile_url setting_bad_tile_url"]),
      (#"{"tile_url": "ftp://a/{z}/{x}/{y}"}"#, ["$.tile_url setting_bad_tile_url"]),
      (#"{"position": "nver"}"#, ["$.position json_unknown_word"]),
      (
        #"{"zoen": 1, "clock": 1, "web_port": 0}"#,
        [
          "$.clock json_expected", "$.web_port json_out_of_bounds", "$.zoen json_unknown_member",
        ]
      ),
    ] as [(String, [String])])
  func inTheFile(text: String, faults: [String]) throws {
    let read = try RoundTripTests.read(text)
    #expect(read.faults.map { "\($0.path) \($0.code)" }.sorted() == faults)
    // Nothing but the safest position came of it.
    var expected = Settings()
    if text.contains("nver") { expected.position = .never }
    #expect(read.settings == expected)
  }

  /// One fault takes nothing from the other settings.
  @Test func goodOnesAct() throws {
    let read = try RoundTripTests.read(
      #"{"channels": ["fax"], "position": "never", "lead_times": [7], "apprise_urls": ["a://b"]}"#)
    #expect(read.faults.count == 1)
    #expect(read.settings.position == .never && read.settings.leadTimes == [7])
    #expect(read.settings.channels == [.desktop, .terminal])
    #expect(read.settings.appriseURLs == ["a://b"])
  }

  @Test func texts() throws {
    let long = String(repeating: "a", count: 2049)
    #expect(
      try RoundTripTests.read("{\"town\": \"\(long)\"}").faults.map(\.code) == ["setting_bad_text"])
    #expect(try RoundTripTests.read("{\"town\": \"\(long.dropLast())\"}").faults == [])
    let many = (0...32).map { "\"a\($0)\"" }.joined(separator: ",")
    #expect(
      try RoundTripTests.read("{\"command\": [\(many)]}").faults.map(\.code)
        == ["setting_too_many"])
  }

  @Test(
    arguments: [
      ("lead_times", ["15,x"], "json_not_an_integer"), ("lead_times", [","], "setting_empty_list"),
      ("lead_times", ["5", "5"], "setting_twice"), ("lead_times", ["1500"], "json_out_of_bounds"),
      ("walk_minutes", ["1", "2"], "json_not_an_integer"),
      ("walk_minutes", ["1.5"], "json_not_an_integer"),
      ("walk_minutes", ["99999999999999999999"], "json_number_out_of_range"),
      ("walk_minutes", [""], "json_not_an_integer"), ("web", ["maybe"], "json_unknown_word"),
      ("channels", ["desktop,fax"], "json_unknown_word"), ("clock", [""], "json_unknown_word"),
      ("language", ["es", "eu"], "json_unknown_word"),
    ] as [(String, [String], String)])
  func typed(name: String, words: [String], code: String) throws {
    let setting = try #require(Setting.named(name))
    var settings = Settings()
    let error = #expect(throws: SettingError.self) {
      try settings.set(setting, to: try setting.kind.value(typed: words))
    }
    #expect(error?.kind.code == code)
    #expect(settings == Settings())
  }

  /// inet_pton(3) has the last word, but for the zeros before a figure that it allows in no version alike.
  @Test func addresses() {
    func isOne(_ text: String) -> Bool {
      var room = in6_addr()
      return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1
    }
    var generator = SeededGenerator(seed: 8427)
    let pieces = ["1", "0", "255", "256", "::", ":", ".", "ff", "abcde", "12", "::1", "7f", "g"]
    var good = 0
    for _ in 0..<60_000 {
      let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      if isOne(text) { good += 1 }
      #expect(NetworkAddress.isOne(text) == isOne(text), "\(text)")
    }
    for text in [
      "1.2.3.4", "1:2:3:4:5:6:7:8", "1::8", "::", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4",
      "1::1.2.3.4.5",
      "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "1.2.3", "1.2.3.4.5", "",
      " 1.2.3.4",
      "1.2.3.4:80", "[::1]", "::1%lo", "1:2:3:4:5:6:7:1.2.3.4", ":::", "1::2::3", ":1", "1:",
    ] {
      if isOne(text) { good += 1 }
      #expect(NetworkAddress.isOne(text) == isOne(text), "\(text)")
    }
    #expect(good > 100)
    #expect(NetworkAddress.isOne("localhost") && !NetworkAddress.isOne("Localhost"))
    for text in ["127.0.0.1", "127.9.9.9", "::1", "0:0:0:0:0:0:0:1", "localhost", "::0001"] {
      #expect(NetworkAddress.isLoopback(text), "\(text)")
    }
    for text in ["0.0.0.0", "::", "192.168.1.1", "1::", "1::1", "::11", "::ffff:127.0.0.1", "x"] {
      #expect(!NetworkAddress.isLoopback(text), "\(text)")
    }
  }
}
