import { sql, type Tx } from '../platform/db/index.ts'

/** Calls of finished visits, some after a try that nobody answered, and patients whom nobody has called back yet. Once. */
export async function seedCalls(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from call) as there`)
  if (there) return
  await tx.run(sql`
    with each as (
      select a.qid, a.pid, a.partner_id, a.unit_id, a.did, s.name as doctor, a.site = 'video' as video, a.started_at, a.finished_at,
        row_number() over (partition by a.did, a.date order by a.start_at desc) as nth
      from appointment a join staff s on s.mid = a.did
      where a.partner_id = 1 and a.site in ('video', 'voice') and a.status = 'finished' and a.finished_at > a.started_at
        and a.started_at > ${now}::timestamptz - interval '12 days'),
    visit as (select *, row_number() over (order by started_at desc) as n from each where nth <= 4),
    try as (
      select v.*, gen_random_uuid() as room, 'ended' as state, 'hangup' as cause, v.started_at as at from visit v
      union all
      select v.*, gen_random_uuid(), 'missed', 'timeout', v.started_at - interval '3 minutes' from visit v where v.n % 6 = 0),
    made as (
      insert into room (room_id, partner_id, unit_id, pid, qid, ds_room_id, state)
      select room, partner_id, unit_id, pid, qid, room::text, 'closed' from try)
    insert into call (call_id, partner_id, unit_id, room_id, qid, pid, direction, video, caller_mid, caller_name, state, cause, ring_until,
      record_start_time, answered_at, ended_at)
    select gen_random_uuid(), partner_id, unit_id, room, qid, pid, 'outbound', video, did, doctor, state, cause, at + interval '30 seconds', at,
      case when state = 'ended' then at end, case when state = 'ended' then finished_at else at + interval '30 seconds' end
    from try`)
  await tx.run(sql`
    with waiting as (
      select distinct on (a.pid) a.pid, a.partner_id, a.unit_id, m.name from appointment a join member m on m.pid = a.pid
      where a.did = ${mids['dr.lin'] ?? 0} and a.site = 'video' and a.status in ('registered', 'checkedIn')
        and a.date = (${now}::timestamptz at time zone (select time_zone from partner where id = a.partner_id))::date
      order by a.pid, a.start_at limit 2),
    try as (
      select w.*, gen_random_uuid() as room, gen_random_uuid() as call, ${now}::timestamptz - n * interval '7 minutes' - row_number() over () * interval '1 minute' as at
      from waiting w, generate_series(1, 2) n),
    made as (
      insert into room (room_id, partner_id, unit_id, pid, ds_room_id, state) select room, partner_id, unit_id, pid, room::text, 'closed' from try),
    rung as (
      insert into call (call_id, partner_id, unit_id, room_id, pid, direction, caller_name, state, cause, ring_until, record_start_time, ended_at)
      select call, partner_id, unit_id, room, pid, 'inbound', name, 'missed', 'timeout', at + interval '30 seconds', at, at + interval '30 seconds' from try)
    insert into call_target (call_id, mid, partner_id, unit_id, pid, state)
    select call, ${mids['dr.lin'] ?? 0}, partner_id, unit_id, pid, 'missed' from try`)
}
