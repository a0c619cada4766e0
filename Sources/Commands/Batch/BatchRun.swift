import JSONText

/// `aparka quote --batch`: a question a line in, an answer a line out, in the same order and as many;
/// docs/batch.md describes it. Memory does not grow with the number of lines.
struct BatchRun {
  /// The most bytes of a request.
  static let lineLimitBytes = 1 << 20
  /// Answers are written out when so many bytes wait.
  private static let writeBytes = 1 << 16

  private let context: CommandContext
  private let defaults: QuoteQuestion
  private let desk: QuoteDesk

  init(_ context: CommandContext, defaults: QuoteQuestion, desk: QuoteDesk) {
    self.context = context
    self.defaults = defaults
    self.desk = desk
  }

  /// 0 when the stream was answered to its end, or cannot be any more: who runs the command sees from
  /// `failedWrite` that answers were lost.
  func run() throws(CommandFailure) -> Int32 {
    let lines = LineReader(context.input, limitBytes: Self.lineLimitBytes)
    var writer = JSONWriter(reservedBytes: Self.writeBytes * 2)
    var number = 0
    while true {
      while let line = lines.nextInMemory() {
        number += 1
        answer(line, number: number, to: &writer)
        if writer.bytes.count >= Self.writeBytes { flush(&writer) }
      }
      // Before waiting for a question its sender must have the answers to the earlier ones.
      flush(&writer)
      if context.output.failedWrite != nil { return 0 }
      do throws(InputFault) {
        guard try lines.readMore() else { return 0 }
      } catch {
        throw .failure(
          context.phrase(
            "batch.input_unreadable", ["reason": context.phrases.reason(error.errorNumber)]))
      }
    }
  }

  private func flush(_ writer: inout JSONWriter) {
    guard !writer.bytes.isEmpty else { return }
    context.output.write(writer.text)
    writer.removeAll()
  }

  private func answer(_ line: LineReader.Line, number: Int, to writer: inout JSONWriter) {
    writer.beginObject()
    switch line {
    case .tooLong:
      write(.tooLong(limitBytes: Self.lineLimitBytes), line: number, to: &writer)
    case .bytes(let bytes) where bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }:
      write(.blank, line: number, to: &writer)
    case .bytes(let bytes):
      answer(BatchRequest(bytes, defaults: defaults), line: number, to: &writer)
    }
    writer.endObject()
    writer.endLine()
  }

  private func answer(_ request: BatchRequest, line: Int, to writer: inout JSONWriter) {
    if let id = request.id {
      writer.key("id")
      id.write(to: &writer)
    }
    if let fault = request.fault {
      write(fault, line: line, to: &writer)
      return
    }
    do throws(QuestionFault) {
      let answer = try desk.answer(request.question, now: context.invocation.laterNow)
      answer.writeMembers(to: &writer)
    } catch {
      write(.question(error), line: line, to: &writer)
    }
  }

  private func write(_ fault: BatchFault, line: Int, to writer: inout JSONWriter) {
    writer.key("error")
    writer.beginObject()
    writer.key("code")
    writer.write(fault.code)
    writer.key("message")
    writer.write(context.message(fault))
    writer.endObject()
    writer.key("line")
    writer.write(line)
  }
}
