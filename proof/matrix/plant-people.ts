import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { COLLEAGUE, FAR_HOST, HOST, OWN_UNIT, OWN_UNITS, PARTNER, people, removals, SECOND_UNIT } from './people.ts'
import { BESIDE, BESIDE_ACCOUNT } from './folders.ts'
import { put } from './put.ts'

export async function seedPeople(tx: Tx, sids: ReadonlyMap<number, string>, now: Date): Promise<void> {
  await put(tx, 'partner', [
    {
      id: 1,
      name: '禾安',
      time_zone: 'Asia/Taipei',
      ui_config: {},
      settings: { removals },
      status: 'active',
      version: 1,
    },
    { id: 32, name: '遠山', time_zone: 'Asia/Taipei', ui_config: {}, settings: {}, status: 'active', version: 1 },
  ])
  const unit = (id: number, main_id: number | null, partner_id: number) => ({
    id,
    main_id,
    partner_id,
    name: `u${id}`,
    status: 'active',
  })
  await put(tx, 'unit', [
    unit(1, null, 1),
    unit(2, 1, 1),
    unit(3, 1, 1),
    unit(4, 2, 1),
    unit(SECOND_UNIT, 1, 1),
    unit(90, null, 32),
  ])
  const hosts = [HOST, COLLEAGUE, FAR_HOST].map((mid) => ({
    mid,
    doctortype: 'doctor',
    review: 'onBoard',
    verified: true,
    privileges: [],
    name: `host ${mid}`,
  }))
  const all = [...people, ...hosts]
  await put(
    tx,
    'staff',
    all.map(({ mid, name, verified }) => ({
      mid,
      account: `p${mid}`,
      name,
      mobilecode: verified ? 1 : 0,
      status: 'active',
      servicelang: ['zh_TW'],
      version: 1,
      created_at: now,
    })),
  )
  const partnerOf = (mid: number) => (mid === FAR_HOST ? 32 : PARTNER)
  await put(
    tx,
    'staff_partner',
    all.map(({ mid, doctortype, review, privileges }) => ({
      mid,
      partner_id: partnerOf(mid),
      staff_type: doctortype === 'doctor' ? 1 : 3,
      doctortype,
      privileges,
      review,
      service_flags: {},
      status: 'active',
    })),
  )
  const inUnit = (mid: number, unit_id: number) => ({ mid, partner_id: partnerOf(mid), unit_id })
  await put(tx, 'staff_unit', [
    ...people.flatMap(({ mid }) => OWN_UNITS.map((unit) => inUnit(mid, unit))),
    ...[1, 2, 3, 4].map((unit_id) => inUnit(HOST, unit_id)),
    inUnit(FAR_HOST, 90),
  ])
  const bound = people.filter((one) => one.bound)
  await put(
    tx,
    'nurse_binding',
    bound.map(({ mid }) => ({ partner_id: PARTNER, did: HOST, mid })),
  )
  const granted = people.flatMap(({ mid, grants }) => grants.map((permission) => ({ mid, permission })))
  for (const { mid, permission } of granted)
    await tx.run(sql`insert into staff_grant (partner_id, grantor_mid, grantee_mid, kind, starts_at, ends_at)
      values (${PARTNER}, ${HOST}, ${mid}, ${permission}, now() - interval '1 day', now() + interval '20 days')`)
  for (const [mid, sid] of sids) {
    await tx.run(sql`insert into session (sid, mid, partner_id, device_token, draft_key, expires_at, refresh_secret)
      values (${sid}, ${mid}, ${PARTNER}, 'x', 'x', now() + interval '1 day', '')`)
    // The password of the last signature still counts, so that a signature costs no hashing here.
    await tx.run(sql`insert into sign_confirmation (sid, at) values (${sid}, ${now})`)
    // One word each: nobody may read another's.
    await tx.run(
      sql`insert into word (mid, partner_id, type, word) values (${mid}, ${PARTNER}, 's', ${`word of ${mid};`})`,
    )
  }
}

/** A member of the own unit who is in no folder: the one whom somebody adds again, or merges with. */
export async function seedBeside(tx: Tx, now: Date): Promise<void> {
  await put(tx, 'member', [
    {
      pid: BESIDE,
      member_no: 'beside',
      name: '旁人',
      account: BESIDE_ACCOUNT,
      mobilecode: 0,
      language: 'zh-TW',
      vip: false,
      version: 1,
      created_at: now,
    },
  ])
  await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${BESIDE}, ${PARTNER}, ${OWN_UNIT})`)
}
