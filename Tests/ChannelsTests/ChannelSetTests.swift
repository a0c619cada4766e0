import EventLoop
import Reminders
import TestSupport
import Testing

struct ChannelSetTests {
  @Test func theSettingsOrderTheChannels() throws {
    let probe = try LoopProbe()
    var parameters = ChannelParameters(environment: [:])
    #expect(
      ChannelSet(parameters, loop: probe.loop).channels.map(\.name) == ["desktop", "terminal"])
    parameters.names = ["terminal", "smoke", "apprise", "command", "desktop", "terminal"]
    parameters.command = ["true"]
    let set = ChannelSet(parameters, loop: probe.loop)
    #expect(set.channels.map(\.name) == ["terminal", "command", "desktop"])
    #expect(set.leftOut.map(\.name) == ["smoke", "apprise"])
    #expect(
      set.leftOut.map(\.fault) == [
        ChannelFault(.unknownChannel, detail: "smoke"), ChannelFault(.notConfigured),
      ])
    #expect(set.desktop != nil && set.channel(named: "desktop") === set.desktop)
    #expect(set.channel(named: "apprise") == nil)
    set.withdraw(key: "a")
  }

  @Test(arguments: ChannelFault.Code.allCases)
  func aFaultIsReadBackFromItsText(_ code: ChannelFault.Code) {
    for detail in [nil, "", "3 a: b: c"] {
      let fault = ChannelFault(code, detail: detail)
      #expect(ChannelFault(text: fault.text) == fault)
    }
    #expect(ChannelFault(text: code.rawValue + "x") == nil)
    #expect(ChannelFault(text: "") == nil)
  }
}
