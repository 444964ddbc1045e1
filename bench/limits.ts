// What bounds a row, measured in the same run by a process of its own: the bare statement through one pool, and a bare
// node:http answer of the same bytes.
import { createServer } from 'node:http'
import postgres from 'postgres'
import { quantile } from './noise.ts'

export interface SqlJob {
  kind: 'sql'
  url: string
  connections: number
  ms: number
  /** The endpoint's own statement with its parameters, one entry per request. */
  statement: string
  parameters: unknown[][]
  settings: Record<string, string>
}
export interface HttpJob {
  kind: 'http'
  body: string
}
export interface SqlResult {
  perSecond: number
  p50: number
  p99: number
}

async function bareSql(job: SqlJob): Promise<SqlResult> {
  // As the owner, whom no policy holds: what the statement alone costs.
  const sql = postgres(job.url, { max: job.connections, onnotice: () => undefined, connection: job.settings })
  const times: number[] = []
  let next = 0
  const ask = async (until: number, note: boolean) => {
    while (performance.now() < until) {
      const began = performance.now()
      await sql.unsafe(job.statement, job.parameters[next++ % job.parameters.length] as never[], { prepare: true })
      if (note) times.push(performance.now() - began)
    }
  }
  const all = (until: number, note: boolean) =>
    Promise.all(Array.from({ length: job.connections }, () => ask(until, note)))
  await all(performance.now() + 500, false)
  const began = performance.now()
  await all(began + job.ms, true)
  const took = performance.now() - began
  await sql.end()
  const sorted = Float64Array.from(times).sort()
  return { perSecond: (times.length / took) * 1000, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

function bareHttp({ body }: HttpJob): Promise<number> {
  const bytes = Buffer.from(body)
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
    response.end(bytes)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

if (process.send)
  process.on('message', (job: SqlJob | HttpJob) => {
    const work: Promise<unknown> = job.kind === 'sql' ? bareSql(job) : bareHttp(job)
    work.then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
