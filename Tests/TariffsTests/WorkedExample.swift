import Testing

/// One case of the collection of worked examples.
struct WorkedExample: Sendable {
  /// A row of the collection with its cases.
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let examples: [WorkedExample]
    var testDescription: String { id }
  }

  /// As the town file has it: the row's id, with a letter or words where it has several cases.
  let id: String
  let town: String
  /// Of zone or card.
  let zone: String
  let asked: [(member: String, value: String)]
  let expected: [(member: String, value: String)]

  /// Case, town, zone or card, what is asked -> what is expected. Lines that begin with spaces go on.
  static let table = """
    W1-01 errenteria tariff-1 at=2025-10-14T10:00 money_cents=45 -> outcome=ticket
        counted_minutes=20
    W1-02 errenteria tariff-1 at=2025-10-14T10:00 money_cents=65 -> outcome=ticket
        counted_minutes=30
    W1-03 errenteria tariff-1 at=2025-10-14T10:00 money_cents=165 -> outcome=ticket
        counted_minutes=60
    W1-04 errenteria tariff-1 at=2025-10-14T10:00 money_cents=220 -> outcome=ticket
        counted_minutes=92
    W1-05 errenteria tariff-1 at=2025-10-14T10:00 money_cents=40 -> outcome=refused
        refusal=below_minimum
    W1-06 errenteria tariff-1 at=2025-10-14T10:00 money_cents=225 -> outcome=ticket
        paid_cents=220 change_cents=5 counted_minutes=92
    W1-07 errenteria tariff-1 at=2025-10-14T10:00 money_cents=47 -> outcome=refused
        refusal=off_coin_step
    W1-08 errenteria tariff-1 at=2025-10-14T10:00 minutes=15 -> paid_cents=0
    W1-10a errenteria tariff-2 at=2025-10-14T10:00 money_cents=45 -> outcome=ticket
        counted_minutes=30
    W1-10b errenteria tariff-2 at=2025-10-14T10:00 money_cents=130 -> outcome=ticket
        counted_minutes=60
    W1-10c errenteria tariff-2 at=2025-10-14T10:00 money_cents=190 -> outcome=ticket
        counted_minutes=90
    W1-10d errenteria tariff-2 at=2025-10-14T10:00 money_cents=230 -> outcome=ticket
        counted_minutes=120
    W1-10e errenteria tariff-2 at=2025-10-14T10:00 money_cents=335 -> outcome=ticket
        counted_minutes=180
    W1-10f errenteria tariff-2 at=2025-10-14T10:00 money_cents=410 -> outcome=ticket
        counted_minutes=240
    W1-12 errenteria tariff-2 at=2025-10-14T10:00 money_cents=135 -> outcome=ticket
        counted_minutes=62
    W1-13a errenteria off-street at=2025-10-14T10:00 minutes=3 -> paid_cents=10
    W1-13b errenteria off-street at=2025-10-14T10:00 minutes=10 -> paid_cents=30
    W1-13c errenteria off-street at=2025-10-14T10:00 minutes=14 -> paid_cents=45
    W1-13d errenteria off-street at=2025-10-14T10:00 minutes=27 -> paid_cents=90
    W1-13e errenteria off-street at=2025-10-14T10:00 minutes=59 -> paid_cents=190
    W1-14 errenteria off-street at=2025-10-14T10:00 minutes=60 -> paid_cents=200
    W1-15a santiago-de-compostela general at=2025-10-14T10:00 money_cents=15 -> outcome=ticket
        counted_minutes=17
    W1-15b santiago-de-compostela general at=2025-10-14T10:00 money_cents=30 -> outcome=ticket
        counted_minutes=30
    W1-15c santiago-de-compostela general at=2025-10-14T10:00 money_cents=55 -> outcome=ticket
        counted_minutes=60
    W1-15d santiago-de-compostela general at=2025-10-14T10:00 money_cents=80 -> outcome=ticket
        counted_minutes=90
    W1-15e santiago-de-compostela general at=2025-10-14T10:00 money_cents=105 -> outcome=ticket
        counted_minutes=120
    W1-16a santiago-de-compostela long-stay at=2025-10-14T10:00 money_cents=15 -> outcome=ticket
        counted_minutes=34
    W1-16b santiago-de-compostela long-stay at=2025-10-14T10:00 money_cents=105 -> outcome=ticket
        counted_minutes=240
    W1-17a palma zone-2 at=2025-10-14T10:00 money_cents=65 -> outcome=ticket counted_minutes=30
    W1-17b palma zone-2 at=2025-10-14T10:00 money_cents=125 -> outcome=ticket counted_minutes=62
    W1-17c palma zone-2 at=2025-10-14T10:00 money_cents=235 -> outcome=ticket counted_minutes=120
    W1-19a tarragona blue at=2025-10-14T10:00 money_cents=20 -> outcome=ticket counted_minutes=30
    W1-19b tarragona blue at=2025-10-14T10:00 money_cents=115 -> outcome=ticket
        counted_minutes=60
    W1-19c tarragona blue at=2025-10-14T10:00 money_cents=400 -> outcome=ticket
        counted_minutes=120
    W1-20a zaragoza blue at=2025-10-14T10:00 minutes=25 -> outcome=ticket paid_cents=25
    W1-20b zaragoza blue at=2025-10-14T10:00 minutes=60 -> outcome=ticket paid_cents=70
    W1-20c zaragoza blue at=2025-10-14T10:00 minutes=120 -> outcome=ticket paid_cents=145
    W1-22 zaragoza blue at=2026-10-06T09:00 minutes=180 -> outcome=ticket paid_cents=252
    W1-23a vitoria-gasteiz middle at=2018-10-16T10:00 minutes=30 -> outcome=ticket paid_cents=92
    W1-23b vitoria-gasteiz middle at=2018-10-16T10:00 minutes=90 -> outcome=ticket paid_cents=214
    W1-23c vitoria-gasteiz middle at=2018-10-16T10:00 money_cents=214 -> outcome=ticket
        counted_minutes=90 valid_until=2018-10-16T11:30
    W1-24a vitoria-gasteiz zone-1 at=2013-10-15T10:00 minutes=15 -> outcome=ticket paid_cents=0
    W1-24b vitoria-gasteiz zone-1 at=2013-10-15T10:00 minutes=30 -> outcome=ticket paid_cents=120
    W1-24c vitoria-gasteiz zone-1 at=2013-10-15T10:00 minutes=90 -> outcome=ticket paid_cents=270
    W1-25a madrid blue vehicle=b at=2017-10-17T10:00 minutes=5 -> outcome=ticket paid_cents=5
    W1-25b madrid blue vehicle=b at=2017-10-17T10:00 minutes=240 -> outcome=ticket paid_cents=840
        valid_until=2017-10-17T14:00
    W1-27a valencia orange at=2022-10-11T10:00 minutes=25 -> outcome=ticket paid_cents=110
    W1-27b valencia orange at=2022-10-11T10:00 minutes=60 -> outcome=ticket paid_cents=210
    W1-27c valencia orange at=2022-10-11T10:00 money_cents=330 -> outcome=ticket
        counted_minutes=120
    W1-28-19h pamplona muelle at=2022-05-09T08:30 minutes=1140 -> outcome=ticket paid_cents=720
    W1-28-24h pamplona orange sector=3 at=2014-07-05T00:00 minutes=1440 -> outcome=ticket
        paid_cents=870
    W1-28-28h30 pamplona muelle at=2022-05-09T08:30 minutes=1710 -> outcome=ticket
        paid_cents=1005
    W1-28-9h30 pamplona orange at=2014-01-15T08:30 minutes=570 -> outcome=ticket paid_cents=435
        valid_until=2014-01-15T20:00
    W1-28-9h30 pamplona muelle at=2022-05-09T08:30 minutes=570 -> outcome=ticket paid_cents=435
    W1-29a pamplona blue at=1999-01-11T08:30 money_cents=6000 -> outcome=ticket
        counted_minutes=30 valid_until=1999-01-11T09:00
    W1-29b pamplona blue at=1999-01-11T08:30 money_cents=12000 -> outcome=ticket
        counted_minutes=60
    W1-29c pamplona blue at=1999-01-11T08:30 money_cents=24000 -> outcome=ticket
        counted_minutes=120 valid_until=1999-01-11T10:30
    W2-01 pamplona blue at=1999-01-11T08:30 money_cents=12000 -> outcome=ticket paid_cents=12000
        valid_until=1999-01-11T09:30
    W2-02 pamplona blue at=2014-01-15T09:00 money_cents=210 -> outcome=ticket counted_minutes=120
        valid_until=2014-01-15T11:00
    W2-02-more pamplona blue at=2014-01-15T09:00 money_cents=250 -> outcome=ticket paid_cents=210
        change_cents=40 counted_minutes=120 valid_until=2014-01-15T11:00
    W2-03 calatayud blue at=2025-10-14T10:00 money_cents=25 -> outcome=ticket counted_minutes=20
        valid_until=2025-10-14T10:20
    W2-04 calatayud blue at=2025-10-14T10:00 money_cents=130 -> outcome=ticket
        counted_minutes=120 valid_until=2025-10-14T12:00
    W2-04-119 calatayud blue at=2025-10-14T12:30 minutes=1 -> refusal=maximum_per_day
    W2-04-again calatayud blue at=2025-10-14T12:30 money_cents=25 -> outcome=refused
        refusal=maximum_per_day
    W2-06 palma zone-1 at=2025-10-14T10:00 money_cents=145 -> outcome=ticket
        valid_until=2025-10-14T11:00
    W2-07 bilbao intensive-blue at=2025-10-14T10:00 until=2025-10-14T13:01 -> outcome=refused
        refusal=maximum_stay
    W2-07-end bilbao intensive-blue at=2025-10-14T10:00 until=2025-10-14T13:00 -> outcome=refused
        refusal=price_unpublished
    W2-07-green bilbao intensive-green at=2025-10-14T10:00 until=2025-10-14T13:01 ->
        outcome=refused refusal=maximum_stay
    W2-09a vitoria-gasteiz zone-1 at=2026-01-13T10:00 money_cents=800 -> outcome=refused
    W2-09b vitoria-gasteiz zone-1 at=2026-01-13T10:00 until=2026-01-13T11:31 -> outcome=refused
        refusal=maximum_stay
    W2-09c vitoria-gasteiz zone-1 at=2026-01-13T10:00 until=2026-01-13T11:30 -> outcome=refused
        refusal=price_unpublished
    W2-11a barcelona loading vehicle=commercial at=2020-02-11T10:00 minutes=30 -> outcome=ticket
        paid_cents=0 valid_until=2020-02-11T10:30
    W2-11b barcelona loading vehicle=zero at=2020-02-11T10:00 minutes=60 -> outcome=ticket
        paid_cents=0 valid_until=2020-02-11T11:00
    W3-01 vitoria-gasteiz zone-2 at=2026-01-13T10:00 money_cents=800 -> outcome=ticket
        counted_minutes=480 valid_until=2026-01-13T20:00
    W3-03 pamplona orange at=2014-01-15T08:30 money_cents=435 -> outcome=ticket
        counted_minutes=570 valid_until=2014-01-15T20:00
    W3-04 pamplona blue at=2025-10-15T14:30 minutes=60 -> outcome=free
        free_until=2025-10-15T16:00
    W3-06 pamplona station at=2025-10-15T14:30 minutes=60 -> outcome=refused
        refusal=price_unpublished
    W3-07 bilbao residential-blue at=2025-10-14T14:15 minutes=30 -> outcome=free
        free_until=2025-10-14T15:00
    W3-08 bilbao intensive-blue at=2025-10-14T14:15 minutes=30 -> outcome=refused
        refusal=price_unpublished
    W3-10-carry calatayud blue at=2025-10-14T12:50 money_cents=65 gap=carry -> outcome=ticket
        paid_cents=65 counted_minutes=60 valid_until=2025-10-14T17:20
    W3-10-cut calatayud blue at=2025-10-14T12:50 money_cents=65 gap=cut -> outcome=ticket
        paid_cents=45 change_cents=20 counted_minutes=40 valid_until=2025-10-14T13:30
    W3-10-new-ticket calatayud blue at=2025-10-14T12:50 minutes=60 gap=new_ticket ->
        outcome=ticket paid_cents=70 counted_minutes=60 valid_until=2025-10-14T17:20
    W3-11-carry palma zone-1 at=2025-10-14T14:00 money_cents=145 gap=carry -> outcome=ticket
        counted_minutes=60 valid_until=2025-10-14T17:00
    W3-11-cut palma zone-1 at=2025-10-14T14:00 money_cents=145 gap=cut -> outcome=ticket
        paid_cents=85 change_cents=60 counted_minutes=30 valid_until=2025-10-14T14:30
    W3-12 donostia red on=2022-10-19 -> gap=new_ticket
    W4-01 vitoria-gasteiz zone-2 at=2026-01-12T20:00 money_cents=800 -> outcome=ticket
        paid_cents=800 counted_minutes=480 counting_from=2026-01-13T10:00
        valid_until=2026-01-13T20:00 free_until=2026-01-14T10:00
    W4-02 pamplona muelle at=2022-05-09T08:30 money_cents=720 -> outcome=ticket
        counted_minutes=1140 valid_until=2022-05-10T20:00
    W4-03 pamplona muelle at=2022-05-09T08:30 money_cents=1005 -> outcome=ticket
        counted_minutes=1710 valid_until=2022-05-11T20:00
    W4-04 pamplona muelle at=2022-05-13T16:00 money_cents=435 -> outcome=ticket
        counted_minutes=570 valid_until=2022-05-14T14:00
    W4-07 pamplona muelle at=2022-05-09T08:30 until=2022-05-14T14:00 -> outcome=ticket
        paid_cents=1740 counted_minutes=3180
    W4-08-carry calatayud blue at=2025-10-14T19:40 money_cents=65 gap=carry -> outcome=ticket
        counted_minutes=60 valid_until=2025-10-15T10:10
    W4-08-cut calatayud blue at=2025-10-14T19:40 money_cents=65 gap=cut -> outcome=ticket
        paid_cents=25 counted_minutes=20 valid_until=2025-10-14T20:00
    W4-10 bilbao residential-blue at=2025-10-18T10:00 minutes=60 -> outcome=free
        free_until=2025-10-20T09:00
    W4-11 zaragoza blue at=2025-10-18T11:00 minutes=60 -> outcome=free
        free_until=2025-10-20T09:00
    W4-12a madrid blue at=2022-03-19T15:30 minutes=60 -> outcome=free free_until=2022-03-21T09:00
    W4-12b madrid blue at=2022-08-10T16:00 minutes=60 -> outcome=free free_until=2022-08-11T09:00
    W5-01 vitoria-gasteiz zone-2 at=2026-01-12T20:00 minutes=480 -> outcome=ticket paid_cents=800
        counting_from=2026-01-13T10:00
    W5-02 pamplona muelle at=2022-05-09T07:00 money_cents=435 -> outcome=ticket
        counting_from=2022-05-09T08:30 valid_until=2022-05-09T20:00
    W5-04-allowed calatayud blue at=2025-10-14T08:00 money_cents=25 prepay=allowed ->
        outcome=ticket counting_from=2025-10-14T09:30 valid_until=2025-10-14T09:50
    W5-04-not-allowed calatayud blue at=2025-10-14T08:00 money_cents=25 prepay=not_allowed ->
        free_until=2025-10-14T09:30
    W5-05a bilbao intensive-blue vehicle=resident at=2025-10-14T09:30 minutes=30 -> outcome=free
        free_until=2025-10-14T10:00
    W5-05b bilbao intensive-blue at=2025-10-14T09:30 minutes=30 -> outcome=refused
        refusal=price_unpublished
    W6-01 pamplona blue at=2025-12-03T11:00 minutes=60 -> outcome=free
        free_until=2025-12-04T08:30
    W6-02 pamplona station at=2025-12-03T11:00 minutes=60 -> outcome=refused
        refusal=price_unpublished
    W6-03-red-green pamplona red-green at=2025-12-24T18:30 minutes=15 -> outcome=residents_only
    W6-03a pamplona blue at=2025-12-24T17:30 minutes=15 -> outcome=refused
        refusal=price_unpublished
    W6-03b pamplona blue at=2025-12-24T18:30 minutes=15 -> outcome=free
        free_until=2025-12-26T08:30
    W6-05 pamplona station at=2025-12-24T18:30 minutes=60 -> outcome=refused
        refusal=price_unpublished
    W6-07a bilbao intensive-blue at=2025-08-22T10:00 minutes=60 -> outcome=free
        free_until=2025-08-25T09:00
    W6-07b bilbao residential-green at=2025-08-22T10:00 minutes=60 -> outcome=free
        free_until=2025-08-25T09:00
    W6-09 bilbao intensive-blue at=2025-12-31T15:00 minutes=60 -> outcome=free
        free_until=2026-01-02T09:00
    W6-10a vitoria-gasteiz zone-1 at=2026-04-28T11:00 minutes=60 -> outcome=free
        free_until=2026-04-29T10:00
    W6-10b vitoria-gasteiz zone-1 at=2026-08-05T11:00 minutes=60 -> outcome=free
        free_until=2026-09-01T10:00
    W6-11 tudela blue at=2019-07-24T10:00 minutes=60 -> outcome=free free_until=2019-08-01T09:00
    W7-01 pamplona blue sector=6 at=2024-07-07T12:00 minutes=60 -> outcome=refused
        refusal=price_unpublished acts_as=orange
    W7-03 pamplona orange sector=3 at=2014-07-05T00:00 money_cents=870 -> outcome=ticket
        counted_minutes=1440 valid_until=2014-07-06T00:00
    W7-04 pamplona blue sector=2 place=inner-sector-2 at=2024-07-08T11:00 minutes=60 ->
        outcome=residents_only
    W7-04-resident-1 pamplona blue vehicle=resident:1 sector=2 place=inner-sector-2
        at=2024-07-08T11:00 minutes=60 -> outcome=free
    W7-04-resident-3 pamplona blue vehicle=resident:3 sector=2 place=inner-sector-2
        at=2024-07-08T11:00 minutes=60 -> outcome=residents_only
    W7-05 pamplona station sector=9 place=station at=2024-07-08T11:00 minutes=60 ->
        outcome=refused refusal=price_unpublished
    W7-07a pamplona blue at=2016-07-18T10:00 minutes=60 -> outcome=free
        free_until=2016-08-01T08:30
    W7-07b pamplona blue at=2024-07-16T10:00 minutes=60 -> outcome=refused
        refusal=price_unpublished
    W7-09 bilbao intensive-blue at=2025-07-12T10:00 minutes=60 -> outcome=free
        free_until=2025-07-14T09:00
    W7-11 bilbao residential-blue at=2025-08-12T16:00 minutes=60 -> outcome=free
        free_until=2025-08-13T09:00
    W7-12a vitoria-gasteiz regulated at=2024-08-03T11:00 minutes=15 -> outcome=ticket
        paid_cents=0
    W7-12b vitoria-gasteiz regulated at=2024-08-06T11:00 minutes=60 -> outcome=free
        free_until=2024-09-02T10:00
    W7-13 lleida blue at=2019-08-14T18:00 minutes=60 -> outcome=free free_until=2019-08-15T09:00
    W7-14 zarautz blue at=2017-07-09T10:00 minutes=60 -> outcome=refused
        refusal=price_unpublished
    W8-01 barcelona blue-a vehicle=b at=2020-03-10T10:00 minutes=60 episode=false ->
        outcome=ticket paid_cents=350
    W8-02 barcelona blue-a vehicle=eco at=2020-03-10T10:00 minutes=30 episode=false ->
        outcome=ticket paid_cents=125
    W8-03 barcelona blue-c vehicle=eco at=2020-03-10T10:00 minutes=60 episode=false ->
        outcome=ticket paid_cents=196
    W8-04 barcelona green-b vehicle=none at=2020-03-10T10:00 minutes=60 episode=false ->
        outcome=ticket paid_cents=400
    W8-05a barcelona blue-a vehicle=zero at=2025-01-31T10:00 minutes=60 episode=false ->
        paid_cents=0
    W8-05b barcelona blue-a vehicle=zero at=2025-02-01T10:00 minutes=60 episode=false ->
        outcome=ticket paid_cents=125
    W8-06 barcelona blue-b vehicle=zero at=2025-02-04T10:00 minutes=60 episode=false ->
        outcome=ticket paid_cents=115
    W8-08 barcelona blue-a vehicle=eco at=2020-03-10T10:00 minutes=60 episode=true ->
        outcome=ticket paid_cents=450
    W8-10 madrid blue vehicle=zero at=2022-03-16T10:00 minutes=60 no2=75 scenario=false ->
        paid_cents=0
    W8-11 madrid blue at=2022-03-16T10:00 minutes=20 no2=65 scenario=false -> outcome=ticket
        paid_cents=40
    W8-13a madrid blue vehicle=eco at=2022-03-16T10:00 minutes=240 no2=30 scenario=false ->
        outcome=ticket paid_cents=210
    W8-13b madrid blue vehicle=eco at=2022-03-16T10:00 minutes=30 no2=30 scenario=false ->
        outcome=ticket paid_cents=10
    W8-14 madrid blue vehicle=b at=2022-03-16T10:00 minutes=20 no2=30 scenario=false ->
        outcome=ticket paid_cents=30
    W8-15 madrid blue vehicle=none at=2020-02-04T10:00 minutes=60 -> outcome=refused
        refusal=class_not_admitted
    W8-16-2024 pamplona green vehicle=zero at=2024-10-08T10:00 minutes=60 ->
        refusal=class_not_admitted
    W8-16a pamplona blue vehicle=zero at=2023-02-06T10:00 minutes=60 -> outcome=free paid_cents=0
        limits=class_exempt
    W8-16b pamplona green vehicle=zero at=2023-02-06T10:00 minutes=60 -> outcome=refused
        refusal=class_not_admitted
    W8-17 pamplona cemetery at=2023-05-10T10:00 minutes=45 -> outcome=ticket paid_cents=0
    W9-01 bilbao intensive-blue at=2025-10-14T13:15 minutes=30 -> outcome=refused
        refusal=return_ban return_from=2025-10-14T14:30
    W9-01-after bilbao intensive-blue at=2025-10-14T14:30 minutes=30 -> refusal=price_unpublished
    W9-02 vitoria-gasteiz zone-1 at=2026-01-13T11:45 minutes=30 -> outcome=refused
        refusal=return_ban return_from=2026-01-13T12:30
    W9-02-after vitoria-gasteiz zone-1 at=2026-01-13T12:30 minutes=15 -> outcome=ticket
    W9-03 onati center at=2016-12-13T10:30 minutes=30 -> outcome=refused refusal=return_ban
    W9-03-after onati center at=2016-12-13T12:00 minutes=30 -> outcome=ticket
    W9-03-before onati center at=2016-12-13T11:59 minutes=30 -> refusal=return_ban
        return_from=2016-12-13T12:00
    W9-04-59 calatayud blue cause=overstay paid_end=2025-10-14T11:50 notice=2025-10-14T12:10
        at=2025-10-14T13:09 -> outcome=cancellable cancellable=true overstay_minutes=20
        cancel_cents=300 cancel_until=2025-10-14T13:10 means=meter,app
    W9-04-60 calatayud blue cause=overstay paid_end=2025-10-14T11:50 notice=2025-10-14T12:10
        at=2025-10-14T13:10 -> cancellable=true cancel_cents=300
    W9-04-61 calatayud blue cause=overstay paid_end=2025-10-14T11:50 notice=2025-10-14T12:10
        at=2025-10-14T13:11 -> outcome=too_late cancellable=false
    W9-05 calatayud blue cause=no_ticket notice=2025-10-14T12:10 at=2025-10-14T12:40 ->
        outcome=cancellable cancellable=true cancel_cents=600 cancel_until=2025-10-14T13:10
        means=meter,app
    W9-05-61 calatayud blue cause=no_ticket notice=2025-10-14T12:10 at=2025-10-14T13:11 ->
        outcome=too_late cancellable=false
    W9-07 tarragona blue cause=no_ticket notice=2025-10-14T12:10 -> outcome=not_cancellable
        cancellable=false fine_cents=7000
    W9-08 a-coruna general cause=overstay paid_end=2016-10-14T12:00 notice=2016-10-14T12:30
        at=2016-10-14T12:50 -> outcome=cancellable cancellable=true cancel_cents=260
        cancel_until=2016-10-14T13:00 fine_cents=6000
    W9-08-61 a-coruna general cause=overstay paid_end=2016-10-14T12:00 notice=2016-10-14T12:30
        at=2016-10-14T13:01 -> outcome=too_late cancellable=false fine_cents=6000
    W9-10-after vitoria-gasteiz zone-1 cause=overstay paid_end=2025-09-16T11:50
        notice=2025-09-16T12:10 -> outcome=not_cancellable cancellable=false fine_cents_from=3000
        fine_cents_to=6000 early_cents_from=1500 early_cents_to=3000
        caveats=early_term_unpublished
    W9-10-before vitoria-gasteiz regulated cause=overstay paid_end=2025-09-12T11:50
        notice=2025-09-12T12:10 -> outcome=cancellable cancellable=true cancel_cents=660
        caveats=cancel_deadline_unpublished
    W9-11 bilbao intensive-blue cause=overstay paid_end=2025-10-14T12:00 notice=2025-10-14T12:20
        -> outcome=not_cancellable cancellable=false overstay_minutes=20 fine_cents=3000
        early_cents=1500
    W9-12-no-ticket bilbao intensive-blue cause=no_ticket notice=2025-10-14T12:20 ->
        outcome=not_cancellable cancellable=false fine_cents=10000 early_cents=5000
    W9-12-overstay bilbao intensive-blue cause=overstay paid_end=2025-10-14T12:00
        notice=2025-10-14T13:01 -> outcome=not_cancellable cancellable=false fine_cents=10000
        early_cents=5000
    W9-13-before barcelona blue cause=overstay paid_end=2020-02-07T11:50 notice=2020-02-07T12:10
        -> cancellable=true cancel_cents=700
    W9-13-from barcelona blue-a cause=overstay paid_end=2020-02-08T11:50 notice=2020-02-08T12:10
        -> cancellable=true cancel_cents=900
    W9-14-zone-1 palma zone-1 cause=overstay paid_end=2025-10-14T11:50 notice=2025-10-14T12:10 ->
        cancellable=true cancel_cents=600
    W9-14-zone-2 palma zone-2 cause=overstay paid_end=2025-10-14T11:50 notice=2025-10-14T12:10 ->
        cancellable=true cancel_cents=550
    W9-15 las-palmas blue cause=no_ticket paid_end=2025-10-14T10:00 notice=2025-10-14T17:00 ->
        outcome=post_paid charge_cents=1600 charge_count=2
    W9-15-afternoon las-palmas blue cause=no_ticket notice=2025-10-14T17:00 -> outcome=post_paid
        charge_cents=800 charge_count=1
    W9-15-morning las-palmas blue cause=no_ticket paid_end=2025-10-14T10:00
        notice=2025-10-14T10:30 -> outcome=post_paid charge_cents=800 charge_count=1
    W9-16 irun red at=2021-10-14T10:30 minutes=15 -> outcome=refused refusal=return_ban
    W9-16-after irun red at=2021-10-14T13:00 minutes=15 -> outcome=ticket paid_cents=0
    W9-16-before irun red at=2021-10-14T12:59 minutes=15 -> refusal=return_ban
        return_from=2021-10-14T13:00
    W9-16-first irun red at=2021-10-14T10:00 minutes=15 -> outcome=ticket paid_cents=0
        return_from=2021-10-14T13:00
    W10-01a pamplona resident-sector-1 on=2024-01-01 -> price_cents=3945 per=year sectors=1
        grace_until=01-20 proration=unused_part
    W10-01b pamplona resident on=2024-01-01 -> price_cents=4930 per=year
        sectors=2,3,4,5,6,7,8,9,10 grace_until=01-20 proration=unused_part
    W10-03 pamplona red vehicle=resident:1 sector=1 at=2024-10-01T10:00 minutes=60 ->
        outcome=refused refusal=price_unpublished
    W10-04 vitoria-gasteiz resident on=2023-06-01 -> price_cents=2568 per=year
    W10-06a calatayud blue vehicle=resident at=2025-10-14T10:00 money_cents=100 -> outcome=ticket
        paid_cents=100
    W10-06b calatayud blue vehicle=resident at=2025-10-14T10:00 money_cents=400 -> outcome=ticket
        paid_cents=400
    """
}
