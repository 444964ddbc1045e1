import { connect as connectSocket, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import postgres from 'postgres'
import { asDbError } from './errors.ts'
import { Wire } from './wire.ts'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

interface Place {
  host: string[]
  port: number[]
  path?: string | false
}

/** From the first packet to the first answer. The driver's own limit begins after the connection and ends with the sign-in. */
const CONNECT_MS = 15_000

/** Opens and signs in by the `postgres` driver, which knows every way to do so; from then on the socket is the wire's. */
export async function openConnection(
  url: string,
  settings: Record<string, string>,
  onClose: () => void,
): Promise<Wire> {
  const opened: { socket?: Socket } = {}
  const late = setTimeout(() => opened.socket?.destroy(new Error('the database does not answer')), CONNECT_MS)
  const sql = postgres(url, {
    max: 1,
    ssl: false,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: settings,
    socket: async (place: Place) => {
      opened.socket = connectTo(place)
      opened.socket = await secured(await connected(opened.socket), url, place)
      return opened.socket
    },
  } as postgres.Options<Record<string, never>>)
  try {
    await sql.unsafe('select 1')
  } catch (error) {
    opened.socket?.destroy()
    await sql.end({ timeout: 0 })
    throw asDbError(error)
  } finally {
    clearTimeout(late)
  }
  const { socket } = opened
  if (!socket) throw new Error('the driver opened no socket')
  for (const event of ['data', 'error', 'close', 'drain', 'end']) socket.removeAllListeners(event)
  socket.setNoDelay(true)
  return new Wire(socket, onClose)
}

const connectTo = ({ host, port, path }: Place): Socket =>
  path ? connectSocket(path) : connectSocket(port[0] ?? 5432, host[0])
function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/** TLS where the address asks for it (`sslmode`), in the driver's own sense of the modes. */
async function secured(socket: Socket, url: string, { host }: Place): Promise<Socket> {
  const { searchParams } = new URL(url)
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? 'disable'
  if (['disable', 'false', '0'].includes(mode)) return socket
  const agreed = await new Promise<boolean>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the database closed the connection')))
    socket.once('data', (answer) => resolve(answer[0] === 0x53))
    socket.write(SSL_REQUEST)
  })
  socket.removeAllListeners('error').removeAllListeners('close')
  if (!agreed) {
    if (mode === 'prefer' || mode === 'allow') return socket
    throw new Error('the database offers no TLS')
  }
  const name = host[0] ?? ''
  const tls = connectTls({
    socket,
    rejectUnauthorized: mode === 'verify-full' || mode === 'verify-ca',
    ...(/^[\d.:]+$/.test(name) ? {} : { servername: name }),
  })
  return new Promise((resolve, reject) => {
    tls.once('error', reject)
    tls.once('secureConnect', () => {
      tls.off('error', reject)
      resolve(tls)
    })
  })
}
