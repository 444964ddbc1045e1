-- Referrals within an institution: a patient handed on to another unit, or to somebody in it. The letter says of the patient
-- what the receiver needs to know, as it was written then, so that nobody's walls have to open for it.
create table referral (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid), qid int references appointment (qid),
  from_mid int not null references staff (mid),
  to_unit int not null references unit (id), to_mid int references staff (mid),
  urgency text not null check (urgency in ('routine', 'urgent')),
  reason text not null check (reason <> ''),
  patient_name text not null, patient_gender text, patient_birthday date,
  state text not null default 'sent'
    check (state in ('sent', 'received', 'accepted', 'declined', 'visited', 'reported', 'withdrawn')),
  visit_on date,
  -- What the receiver answered: why declined, or what is reported back.
  answer text,
  -- Who did what, when: [{action, from, to, mid, at}], written by the trigger alone.
  history jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index referral_sent on referral (from_mid, created_at);
create index referral_received on referral (to_unit, created_at);
create index referral_pid on referral (pid);

-- Both sides are of one institution and the visit is the patient's, whoever writes; a letter that was sent is not rewritten.
create function guard_referral() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select 1 from unit u where u.id = new.to_unit and u.partner_id = new.partner_id)
      or (new.to_mid is not null and not exists (select 1 from staff_unit su where su.mid = new.to_mid
        and su.partner_id = new.partner_id and su.unit_id = new.to_unit))
      or (new.qid is not null and not exists (select 1 from appointment a where a.qid = new.qid and a.pid = new.pid
        and a.partner_id = new.partner_id and a.unit_id = new.unit_id))
      then raise exception 'a referral within an institution' using errcode = 'check_violation'; end if;
    new.history := jsonb_build_array(jsonb_build_object('action', 'send', 'to', new.state, 'mid', new.from_mid, 'at', new.created_at));
    return new;
  end if;
  if (new.partner_id, new.unit_id, new.pid, new.from_mid, new.to_unit, new.urgency, new.reason, new.patient_name, new.created_at)
      is distinct from (old.partner_id, old.unit_id, old.pid, old.from_mid, old.to_unit, old.urgency, old.reason, old.patient_name, old.created_at)
    or new.to_mid is distinct from old.to_mid or new.qid is distinct from old.qid
    then raise exception 'a letter that was sent is not rewritten' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  new.history := old.history;
  if new.state <> old.state then
    new.history := old.history || jsonb_build_object('from', old.state, 'to', new.state, 'mid', app_mid(), 'at', new.updated_at);
  end if;
  return new;
end $$;
create trigger guard_referral before insert or update on referral for each row execute function guard_referral();

alter table referral enable row level security;
create policy system_all on referral to teleward_system using (true) with check (true);
grant select, insert, update, delete on referral to teleward_system;
grant select, insert, update on referral to teleward_app;
create policy sent on referral to teleward_app
  using (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]))
  with check (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and from_mid = (select app_mid()));
create policy received on referral for select to teleward_app
  using (partner_id = (select app_partner()) and to_unit = any ((select app_units())::int[]));
create policy answered on referral for update to teleward_app
  using (partner_id = (select app_partner()) and to_unit = any ((select app_units())::int[]))
  with check (partner_id = (select app_partner()) and to_unit = any ((select app_units())::int[]));
-- Who sees own patients alone reads no letters of others; a membership that is held back closes them on both sides.
create policy own_patients on referral as restrictive for select to teleward_app
  using ((select app_sees_all()) or app_takes_part(pid));
create policy living_membership on referral as restrictive to teleward_app
  using (((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])
    and ((to_unit::bigint << 32) | pid) <> all ((select app_held_back())::bigint[]));
