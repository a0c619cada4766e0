import CQREncode

/// A link as a QR code for a terminal, two squares a character.
enum PairingPicture {
  /// The margin that readers need (ISO/IEC 18004, section 6.3.8), in squares.
  private static let margin = 4

  /// - Parameter colors: whether the terminal is told to show black on white; without it the picture
  ///   is right on a dark terminal alone.
  /// - Returns: nil when libqrencode is not there.
  static func text(_ link: String, colors: Bool) -> String? {
    guard let squares = squares(link) else { return nil }
    let width = squares.count + 2 * margin
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let row = row - margin
      let column = column - margin
      return squares.indices.contains(row) && squares.indices.contains(column)
        && squares[row][column]
    }
    var lines: [String] = []
    for row in stride(from: 0, to: width, by: 2) {
      var line = ""
      for column in 0..<width {
        // What is drawn is the light squares.
        switch (isDark(row, column), row + 1 < width && isDark(row + 1, column)) {
        case (false, false): line += "█"
        case (false, true): line += "▀"
        case (true, false): line += "▄"
        case (true, true): line += " "
        }
      }
      lines.append(colors ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line)
    }
    return lines.joined(separator: "\n")
  }

  /// Rows of squares, true = dark.
  private static func squares(_ text: String) -> [[Bool]]? {
    var library = aparka_qr()
    guard aparka_qr_load(&library) == nil, let code = library.encode?(text, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { library.free_code?(code) }
    let width = Int(code.pointee.width)
    guard let data = code.pointee.data else { return nil }
    return (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
  }
}
