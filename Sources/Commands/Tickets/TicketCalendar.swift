import CivilTime
import DataLibrary
import ICalendar
import Reminders

/// Tickets as a calendar file, so that a phone's own calendar rings as well.
struct TicketCalendar {
  let context: CommandContext
  let towns: TicketTowns

  /// An event from the arrival to the ticket's end. Its `UID` is the ticket's for ever, its `SEQUENCE` the
  /// number of extensions, one more once the ticket was stopped: a calendar that reads the file again moves the
  /// event that it has.
  func event(_ ticket: Ticket, _ alarms: [Alarm]) -> CalendarEvent {
    let names = towns.names(ticket)
    let words = TicketWords(context: context, towns: towns)
    let values = [
      "town": names.town, "zone": names.zone, "until": words.said(ticket.end, of: ticket),
      "paid": ticket.paidCents.map { context.phrases.euros(cents: Int($0)) } ?? "",
    ]
    var description = [
      context.phrase(
        ticket.paidCents == nil ? "calendar.until" : "calendar.until_paid", values)
    ]
    if let note = ticket.draft.note { description.append(note) }
    let isStopped = ticket.state == .stopped
    return CalendarEvent(
      uid: ticket.uid, sequence: ticket.generation + (isStopped ? 1 : 0),
      written: context.invocation.now, start: ticket.arrival, end: ticket.end,
      summary: context.phrase("calendar.summary", values),
      description: description.joined(separator: "\n"), location: names.town,
      place: ticket.draft.position.map {
        .init(latitudeE7: $0.latitudeE7, longitudeE7: $0.longitudeE7)
      },
      isCancelled: isStopped,
      reminders: alarms.filter { $0.isOpen }.map { alarm in
        .init(due: alarm.due, text: alarm.text ?? reminder(alarm, ticket))
      })
  }

  private func reminder(_ alarm: Alarm, _ ticket: Ticket) -> String {
    let names = towns.names(ticket)
    let left = max(0, ticket.end.seconds(since: alarm.due) / 60)
    return context.phrase(
      "calendar.reminder",
      [
        "town": names.town, "zone": names.zone,
        "left": context.phrases.duration(minutes: left),
      ])
  }

  /// Looks before anything is saved whether the file could be written, so that a slip in its path does not
  /// leave half of what was asked for.
  func requireWritable(_ path: String) throws(CommandFailure) {
    if path == "-" {
      guard !context.wantsJSON else { throw .usage(context.phrase("calendar.error.two_outputs")) }
      return
    }
    do throws(FileWritingError) { try FileWriting.requireWritable(path) } catch {
      throw cannotWrite(error.path, error.errorNumber)
    }
  }

  private func cannotWrite(_ path: String, _ number: Int32) -> CommandFailure {
    .failure(
      context.phrase(
        "sectors.cannot_write", ["path": path, "reason": context.phrases.reason(number)]))
  }

  /// - Parameter path: `-` = the output.
  func write(_ events: [CalendarEvent], to path: String) throws(CommandFailure) {
    let file = CalendarFile(
      product: "-//aparka//\(CommandLineTool.version)//EN", events: events)
    if path == "-" {
      context.output.write(String(decoding: file.bytes, as: UTF8.self))
      return
    }
    do throws(FileWritingError) { try FileWriting.replace(path, with: file.bytes) } catch {
      throw cannotWrite(error.path, error.errorNumber)
    }
  }
}
