import { sql, type Tx } from '../platform/db/index.ts'

const PARTNER = 1
type Line = [from: string, minutesAgo: number, text: string]
const DAY = 24 * 60
/** With patients of unit 2, by their place among the known ones: `''` is the patient. */
const withPatients: Line[][] = [
  [
    ['', 2 * DAY + 40, '醫師您好，這兩天早上血壓都超過 150，需要提早回診嗎？'],
    ['nurse.chen', 2 * DAY + 25, '有頭痛、胸悶或手腳無力嗎？請先把早晚的血壓都記下來。'],
    ['', 2 * DAY + 12, '都沒有，只是有點睡不好。'],
    ['dr.lin', 180, '收到。看診前請先休息 5 分鐘再量一次，我們視訊時一起看。'],
    ['', 14, '好的，我會記下來'],
  ],
  [
    ['cs.liu', DAY + 90, '提醒您明天上午有視訊門診，請準備好健保卡。'],
    ['', DAY + 60, '謝謝！請問可以用手機看嗎？'],
    ['cs.liu', DAY + 55, '可以，時間到時會傳連結給您。'],
    ['', 22, '護理師請問可以空腹抽血嗎？'],
    ['', 21, '我明天早上會過去'],
  ],
  [
    ['nurse.chen', 3 * DAY, '紅疹今天有好一點嗎？'],
    ['', 3 * DAY - 30, '比較退了，謝謝'],
  ],
]
const withColleagues: { between: [string, string]; lines: Line[] }[] = [
  {
    between: ['dr.lin', 'nurse.chen'],
    lines: [
      ['nurse.chen', 95, '十點半那位的血壓紀錄已經放進病歷了。'],
      ['dr.lin', 90, '謝謝，看診前我會先看。'],
      ['nurse.chen', 8, '下一位提早到了，先讓他測設備。'],
    ],
  },
  { between: ['dr.lin', 'dr.wang'], lines: [['dr.wang', DAY + 20, '那位胸悶的病人心電圖可以幫我看一下嗎？']] },
]
const group: Line[] = [
  ['nurse.chen', DAY + 200, '本週六早上改由內湖分站值班。'],
  ['dr.wang', DAY + 190, '收到'],
  ['case.tsai', 45, '下週個案會議改到週三，資料請週二前給我。'],
]

/** Conversations as a newcomer finds them: some to be answered, some read. Once: what people write later stays. */
export async function seedChats(
  tx: Tx,
  mids: Readonly<Record<string, number>>,
  known: readonly number[],
  now: Date,
): Promise<void> {
  if (await tx.maybe(sql`select 1 from chat_conversation limit 1`)) return
  const mid = (account: string) => mids[account] ?? 0
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const say = async (conversation: { id: number }, lines: Line[]) => {
    for (const [from, minutes, text] of lines) {
      const author = from === '' ? null : mid(from)
      await tx.run(sql`update chat_conversation set last_seq = last_seq + 1, last_at = ${ago(minutes)},
        answered_seq = case when kind = 'patient' and ${author !== null} then last_seq + 1 else answered_seq end where id = ${conversation.id}`)
      await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, sent_at)
        select ${conversation.id}, last_seq, ${PARTNER}, ${author}::int, gen_random_uuid(), ${text}, ${ago(minutes)}
        from chat_conversation where id = ${conversation.id}`)
      // Whoever writes has read what stands before it.
      await tx.run(sql`insert into chat_participant as p (conversation_id, mid, last_read_seq, seen_at)
        select ${conversation.id}, ${author}::int, last_seq, ${ago(minutes)} from chat_conversation where id = ${conversation.id}
        on conflict (conversation_id, coalesce(mid, 0)) do update set last_read_seq = excluded.last_read_seq, seen_at = excluded.seen_at`)
    }
  }
  for (const [index, lines] of withPatients.entries()) {
    const made = await tx.maybe(sql<{ id: number }>`
      insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, created_at)
      select 'patient', ${PARTNER}, 2, mu.pid, mu.pid, ${ago(4 * DAY)} from member_unit mu where mu.pid = ${known[index] ?? 0} and mu.unit_id = 2
      returning id`)
    if (made) await say(made, lines)
  }
  for (const { between, lines } of withColleagues) {
    const [low, high] = between.map(mid).toSorted((a, b) => a - b)
    const made = await tx.one(sql<{
      id: number
    }>`insert into chat_conversation (kind, partner_id, low_mid, high_mid, created_by, created_at)
      values ('staff', ${PARTNER}, ${low}, ${high}, ${mid(between[0])}, ${ago(4 * DAY)}) returning id`)
    await say(made, lines)
  }
  const made = await tx.one(sql<{
    id: number
  }>`insert into chat_conversation (kind, partner_id, name, created_by, created_at)
    values ('group', ${PARTNER}, '內湖分站', ${mid('nurse.chen')}, ${ago(30 * DAY)}) returning id`)
  for (const account of ['nurse.chen', 'dr.lin', 'dr.wang', 'case.tsai'])
    await tx.run(sql`insert into chat_participant (conversation_id, mid) values (${made.id}, ${mid(account)})`)
  await say(made, group)
}
