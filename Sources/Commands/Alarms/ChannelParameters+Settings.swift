import Reminders
import Settings

extension CommandContext {
  /// The channels as the settings have them.
  var channelParameters: ChannelParameters {
    var parameters = ChannelParameters(environment: invocation.environment)
    parameters.names = settings.channels.map(\.rawValue)
    let milliseconds = settings.channelTimeoutSeconds * 1000
    parameters.desktopTimeout = milliseconds
    parameters.commandTimeout = milliseconds
    parameters.appriseTimeout = milliseconds
    parameters.terminalTimeout = milliseconds
    parameters.command = settings.command
    parameters.commandUsesShell = settings.commandThroughShell
    parameters.appriseAddresses = settings.appriseURLs
    return parameters
  }
}
