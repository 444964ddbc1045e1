import { randomUUID } from 'node:crypto'
import type { AttachmentCome } from '@teleward/contract/chat/schema.ts'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import type { Staff } from '../consultation/calls/fixture.ts'
import { type Compilable, type Db, type Scope, sql } from '../platform/db/index.ts'
import type { TestDatabase } from '../platform/testing/database.ts'

interface Length {
  id: number
  from: number
  to: number
}
/** A conversation that has lasted for years: messages of these numbers, as if they had been sent. */
export const lengthen = (data: TestDatabase, length: Length) =>
  data.db.owner(lengthening(length, 'case when n % 3 > 0 then 101 end'))
/** The same as statements; `author`: by whom the message `n` is, null for the patient. */
export const lengthening = (
  { id, from, to }: Length,
  author: string,
) => `alter table chat_message disable trigger guard_chat_message; alter table chat_conversation disable trigger guard_chat_conversation;
    insert into chat_message (conversation_id, seq, partner_id, unit_id, pid, author_mid, client_id, body, sent_at)
      select c.id, n, c.partner_id, c.unit_id, c.pid, ${author}, gen_random_uuid(),
        '第' || n || '則' || repeat('，一二三四五六七八九十', n % 7),
        timestamptz '2024-01-01' + n * interval '10 minutes'
      from chat_conversation c, generate_series(${from}, ${to}) n where c.id = ${id};
    update chat_conversation set last_seq = ${to}, answered_seq = ${to - 1} where id = ${id};
    -- What waits for the end of the transaction keeps the table from being altered.
    set constraints all immediate;
    alter table chat_message enable trigger guard_chat_message; alter table chat_conversation enable trigger guard_chat_conversation;
    analyze chat_message;`

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
/** How much of a table a statement reads for somebody, by its plan; `whole`: from one end to the other. */
export async function rowsRead(
  db: Db,
  scope: Scope,
  statement: Compilable<unknown>,
  table: string,
): Promise<{ rows: number; whole: boolean }> {
  const [row] = await db.read(
    scope,
    sql<{
      'QUERY PLAN': [{ Plan: Plan }]
    }>`explain (analyze, timing off, format json) ${statement as ReturnType<typeof sql>}`,
  )
  const read = { rows: 0, whole: false }
  const look = (node: Plan) => {
    if (node['Relation Name'] === table) {
      read.rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      if (node['Node Type'].includes('Seq Scan')) read.whole = true
    }
    for (const one of node.Plans ?? []) look(one)
  }
  if (!row) throw new Error('no plan')
  look(row['QUERY PLAN'][0].Plan)
  return read
}

/** So many seconds as a browser records them: one packet of silence each. */
export async function voice(seconds: number, format: 'webm' | 'm4a' = 'webm'): Promise<Buffer> {
  const target = new BufferTarget()
  const made = format === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat()
  const output = new Output({ format: made, target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 }
  for (let at = 0; at < seconds; at += 1)
    await source.add(new EncodedPacket(new Uint8Array([0xf8, 0xff, 0xfe]), 'key', at, 1), { decoderConfig })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** A page that sends a file to a conversation, piece by piece. */
export function fileSender({ mid: _, request }: Pick<Staff, 'mid' | 'request'>) {
  const answer = async <T>(response: Response) => {
    const { status, data } = (await response.json()) as { status: string; data: T }
    return { code: status, data, offset: response.headers.get('upload-offset') }
  }
  const sender = {
    begin: async (
      id: number,
      file: { kind: string; name: string; bytes: number; fileId?: string; thumb?: string; wave?: number[] },
    ) =>
      answer<AttachmentCome>(
        await request('/his/api/chatfiles', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ fileId: randomUUID(), ...file, id }),
        }),
      ),
    piece: async (id: string, offset: number, bytes: Uint8Array) =>
      answer<AttachmentCome>(
        await request(`/his/api/chatfiles/${id}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
          body: Buffer.from(bytes),
        }),
      ),
    /** Begun and come whole. */
    whole: async (
      id: number,
      file: { kind: string; name: string; thumb?: string; wave?: number[] },
      bytes: Uint8Array,
    ) => {
      const begun = await sender.begin(id, { ...file, bytes: bytes.byteLength })
      return begun.code === 'OK' ? sender.piece(begun.data.id, 0, bytes) : begun
    },
  }
  return sender
}
