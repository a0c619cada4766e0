/// Why a car may not stand where others, or residents, may.
enum Bar: Hashable {
  case residentsOnly
  case forbidden
  case classNotAdmitted

  /// The refusal of a stay that reaches into such time.
  var reason: Refusal.Reason {
    switch self {
    case .residentsOnly: .residentsOnly
    case .forbidden: .forbidden
    case .classNotAdmitted: .classNotAdmitted
    }
  }

  /// Said with an answer that ends where such time begins.
  var limit: Limit {
    switch self {
    case .residentsOnly: .residentsOnly
    case .forbidden: .forbidden
    case .classNotAdmitted: .classNotAdmitted
    }
  }

  /// The segments of such time; nil where they look like any other.
  var kind: Segment.Kind? {
    switch self {
    case .residentsOnly: .residentsOnly
    case .forbidden: .forbidden
    case .classNotAdmitted: nil
    }
  }
}

extension Quoting {
  /// Why the car may not stay outside the hours; nil where it may.
  var barOutside: Bar? {
    switch regime.zone.outsideHours {
    case .free: nil
    case .residentsOnly: regime.isHome ? nil : .residentsOnly
    case .forbidden: .forbidden
    }
  }

  /// Why the car may not stay inside the hours; nil where it may.
  var barInside: Bar? {
    if regime.admission == .notAdmitted { return .classNotAdmitted }
    switch regime.zone.duringHours {
    case .pay: return nil
    case .residentsOnly: return regime.isHome ? nil : .residentsOnly
    case .forbidden: return .forbidden
    }
  }
}
