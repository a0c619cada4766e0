import EventLoop
import Glibc

/// The control socket: opened at the start, and made again when somebody clears its folder away.
extension Daemon {
  private static let clearingMilliseconds = 100

  /// A daemon that cannot be asked still rings: other processes' writes are seen in the folder.
  func openControlSocket() {
    let path = plan.paths.controlSocket
    let answer: (ControlRequest) -> String = { [unowned self] in self.answer($0) }
    do throws(SystemError) {
      // One that was unlinked by a daemon started by hand is of no use to anybody.
      if control == nil, let inherited = plan.manager.inheritedSockets.first,
        access(path, F_OK) == 0
      {
        control = try ControlServer(inherited: inherited, loop: loop, answer: answer)
      } else {
        control?.stop()
        control = nil
        control = try ControlServer(path: path, loop: loop, answer: answer)
      }
      runtimeFolder = try FolderWatch(plan.paths.runtimeFolder, loop: loop) { [unowned self] in
        guard $0.folderIsGone || $0.replaced.contains("control") else { return }
        self.lookAfterControlSocket()
      }
    } catch {
      log(
        .error, "no_control_socket",
        ["path": path, "call": error.call, "errno": "\(error.number)"])
    }
  }

  /// Waits for the end of what goes on in the folder.
  private func lookAfterControlSocket() {
    guard !controlIsLookedAfter else { return }
    controlIsLookedAfter = true
    loop.after(milliseconds: Self.clearingMilliseconds) { [weak self] in
      guard let self, ending == nil else { return }
      controlIsLookedAfter = false
      guard access(plan.paths.controlSocket, F_OK) != 0 else { return }
      log(.warning, "control_socket_made_again", ["path": plan.paths.controlSocket])
      _ = ServicePaths.make(plan.paths.runtimeFolder)
      openControlSocket()
    }
  }
}
