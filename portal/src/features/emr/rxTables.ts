export interface CodeRow {
  code: string
  name: string
}
export interface RxTables {
  frequencies: readonly CodeRow[]
  routes: readonly CodeRow[]
  codes: { frequencies?: ReadonlySet<string>; routes?: ReadonlySet<string> }
}
