import type { CompiledQuery } from 'kysely'
import type { Driver } from '../../server/src/platform/db/driver.ts'

/** What a negative control takes away from the product, to see that the harness notices. */
export type Weakness = 'locks' | 'indexes' | 'locks and indexes' | 'places' | 'grants'

const rowLock = /\s+for (?:no key )?update(\s+of\s+\w+)?(\s+skip locked)?/gi
const advisoryLock = /^\s*select pg_advisory_xact_lock\(/i
const onConflict = /on conflict(\s*\([^)]*\))?(\s+where\s+[\s\S]*?)?\s+do nothing/gi
/** Secrets of the installation are made once, before anybody competes; without them nothing that is signed is believed. */
const secrets = /insert into server_state/i

/**
 * The same database without the locks its statements ask for, or without the conflicts they live with, from the
 * moment `begun` says so: what processes plant as they start is there before anybody competes.
 */
export function weakened(driver: Driver, weakness: Weakness, begun: () => boolean): Driver {
  if (weakness === 'places' || weakness === 'grants') return driver
  const weaker = (query: CompiledQuery): CompiledQuery => {
    if (!begun()) return query
    if (weakness !== 'indexes' && advisoryLock.test(query.sql)) return { ...query, sql: 'select 1', parameters: [] }
    if (secrets.test(query.sql)) return query
    let sql = query.sql
    if (weakness !== 'indexes') sql = sql.replace(rowLock, '')
    if (weakness !== 'locks') sql = sql.replace(onConflict, '')
    return { ...query, sql }
  }
  return { ...driver, tx: (settings, fn) => driver.tx(settings, (execute) => fn((query) => execute(weaker(query)))) }
}

/** The unique indexes that keep two of a kind from being made by a race. */
export const guards = [
  'room_open',
  'call_ringing',
  'recording_running',
  'note_once',
  'session_live',
  'staff_grant_in_force',
  'payment_paid',
  'payment_report',
  'refund_visit',
  'refund_double',
] as const
export const withoutGuards = [
  ...guards.map((name) => `drop index ${name}`),
  'alter table idempotency_key drop constraint idempotency_key_pkey',
  'alter table member_claim drop constraint member_claim_pkey',
  'alter table member_import drop constraint member_import_pkey',
].join(';\n')

/** Bookings without the guards that the database keeps for them: nobody takes a doctor's day, nobody counts again. */
export const withoutPlaces = `
  create sequence queue_numbers;
  create or replace function lock_doctor_day(person int, day date) returns void language plpgsql volatile security definer set search_path = public as $$ begin end $$;
  create or replace function lock_doctor_days(whole int[], persons int[], days date[]) returns void language plpgsql volatile as $$ begin end $$;
  create or replace function keep_places() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    if new.queue_no = 0 then new.queue_no := nextval('queue_numbers'); end if;
    if tg_op = 'INSERT' then new.booked_at := clock_timestamp(); end if;
    return new;
  end $$;
  create or replace function doctor_fee_held(person int, institution int) returns setof doctor_fee
  language sql volatile security definer set search_path = public as $$
    select * from doctor_fee f where f.mid = person and f.partner_id = institution $$;`

/** Grants that nobody holds: neither while they are used, nor the people's standing while one is made. */
export const withoutHeldGrants = `
  create or replace function app_use_grant(of_kind text, person int, in_unit int, at timestamptz, what text, target text) returns int
  language plpgsql volatile security definer set search_path = public as $$
  declare held int;
  begin
    select g.id into held from staff_grant g where g.grantee_mid = app_mid() and g.state = 'active' and g.kind = of_kind and g.grantor_mid = person;
    if held is null then return null; end if;
    insert into staff_grant_event (grant_id, partner_id, at, mid, action) values (held, app_partner(), at, app_mid(), 'used');
    return held;
  end $$;
  alter table staff_grant_event drop constraint staff_grant_event_grant_id_fkey;
  create or replace function hold_grant_ground(grantor int, grantee int, institution int) returns boolean
  language plpgsql volatile security definer set search_path = public as $$
  begin
    return may_grant(grantor, institution) and may_hold_grant(grantee, institution) and pg_sleep(0.01) is not null;
  end $$;`
