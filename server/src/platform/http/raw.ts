/** A body that is no JSON, for `raw` answers: handed to the client as it is. */
export class RawReply {
  readonly body: unknown
  readonly headers: Record<string, string>
  readonly status: number
  constructor(body: unknown, headers: Record<string, string>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}
