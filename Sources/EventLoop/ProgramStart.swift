import Glibc

/// Starts programs: no shell, no signal blocked or ignored, nothing of this process open in them but
/// what is handed over.
public enum ProgramStart {
  /// - Parameters:
  ///   - words: the program (looked for in `PATH` when it has no slash) and its arguments, as they are.
  ///   - environment: all of the program's environment, `NAME=value`.
  ///   - descriptors: those of ours that it gets, and the numbers it gets them under; those not named
  ///     of 0, 1 and 2 it shares with us.
  ///   - hasOwnGroup: whether it leads a process group of its own.
  /// - Returns: the process.
  public static func spawn(
    _ words: [String], environment: [String], descriptors: [(ours: Int32, its: Int32)] = [],
    hasOwnGroup: Bool
  ) throws(SystemError) -> pid_t {
    guard let program = words.first, !program.isEmpty else {
      throw SystemError(call: "posix_spawn", number: ENOENT)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Also onto itself: that lets the program inherit it.
    for pair in descriptors {
      posix_spawn_file_actions_adddup2(&actions, pair.ours, pair.its)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        | (hasOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer {
      for pointer in arguments + variables { free(pointer) }
    }
    var process: pid_t = 0
    let status = posix_spawnp(
      &process, program, &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw SystemError(call: "posix_spawn", number: status) }
    return process
  }
}
