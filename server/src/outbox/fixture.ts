import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'

/** For tests: what stands outside the house, speaking as the real ones do. */
export interface Outside {
  url: string
  smtp: string
  /** Everything that was asked of it, oldest first. */
  asked: Asked[]
  letters: string[]
  /** Answers the next calls of this path; the last one stays. */
  says(path: string, ...answers: Said[]): void
  close(): Promise<void>
}
export interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}
export interface Said {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

const USUAL: Record<string, Said> = {
  '/sms': { body: { id: 'sms-1' } },
  '/line/v2/bot/message/push': { body: {}, headers: { 'x-line-request-id': 'line-1' } },
  '/line/v2/bot/message/reply': { body: {} },
  '/line/v2/bot/profile/U-lin': { body: { displayName: '林書妍' } },
  '/wechat/cgi-bin/stable_token': { body: { access_token: 'token-1', expires_in: 7200 } },
  '/wechat/cgi-bin/message/custom/send': { body: { errcode: 0, errmsg: 'ok' } },
  '/push/one': { status: 201, headers: { location: '/kept/1' } },
  '/ai/v1/chat/completions': { body: { model: 'tiny-1', choices: [{ message: { content: ' 我已準備好。 ' } }] } },
}

export async function openOutside(): Promise<Outside> {
  const asked: Asked[] = []
  const letters: string[] = []
  const answers = new Map<string, Said[]>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url?.split('?')[0] ?? ''
    asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    const told = answers.get(path)
    const said = (told && (told.length > 1 ? told.shift() : told[0])) ?? USUAL[path] ?? { status: 404 }
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers })
    response.end(said.body === undefined ? '' : JSON.stringify(said.body))
  })
  const mail = createTcp((socket) => {
    let text = ''
    let letter: string[] | undefined
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (piece) => {
      text += piece.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (letter && line !== '.') letter.push(line)
        else if (line === 'DATA') {
          letter = []
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else {
          if (letter) letters.push(letter.join('\n'))
          letter = undefined
          socket.write('250 ok\r\n')
        }
      }
    })
  })
  for (const one of [server, mail]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  const portOf = (one: typeof server | typeof mail) => (one.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    smtp: `smtp://127.0.0.1:${portOf(mail)}`,
    asked,
    letters,
    says: (path, ...all) => void answers.set(path, all),
    close: async () => {
      server.closeAllConnections()
      for (const one of [server, mail]) await new Promise((resolve) => one.close(resolve))
    },
  }
}
