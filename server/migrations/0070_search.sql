-- Finding members: by whole values, and by parts of names and phones.
--
-- Under a policy only leakproof operators reach an index: `=` does, LIKE and trigrams do not, and trigrams know no name
-- of two characters. So every part that can be asked for stands in a table, is looked up by equality, and is walled
-- by unit like any row of a patient. Triggers keep it; no service has to remember.
create table member_token (
  token text collate "C" not null,
  pid int not null references member (pid), partner_id int not null, unit_id int not null,
  status text not null,
  kind smallint not null check (kind in (0, 1, 2)),   -- 0 a whole value, 1 part of a name, 2 part of a phone
  whole text collate "C" not null,                    -- what the token is a part of, to check longer words against
  name text collate "C" not null                      -- what hits are sorted by
);
create index member_token_find on member_token (token, unit_id);
create index member_token_pid on member_token (pid, unit_id);
create index member_account on member (account) where account is not null;

-- As the server writes what is searched for: lower case, half width, without blanks, hyphens and dots.
create function search_text(said text) returns text language sql immutable as
  $$ select lower(regexp_replace(normalize(said, NFKC), '[[:space:]·・.,''’‐-―-]', '', 'g')) $$;

-- Pairs of characters; for Latin letters triples, too, because pairs of those are in every second name.
create function search_parts(said text) returns setof text language sql immutable as $$
  select distinct substr(said, n, 2) from generate_series(1, char_length(said) - 1) n
  union
  select substr(said, n, 3) from generate_series(1, char_length(said) - 2) n where said ~ '^[ -~]*$'
$$;

create function member_tokens(only_pids int[]) returns void language sql security definer set search_path = public as $$
  delete from member_token where pid = any (only_pids);
  insert into member_token (token, pid, partner_id, unit_id, status, kind, whole, name)
  select p.token, m.pid, mu.partner_id, mu.unit_id, mu.status, p.kind, p.whole, m.name
  from member m join member_unit mu on mu.pid = m.pid
  cross join lateral (
    select distinct '=' || v.value as token, 0 as kind, v.value as whole
    from unnest(array[search_text(m.id_number), search_text(m.account), m.mobile, m.nhi_card_number,
      search_text(m.name), search_text(m.name_en)]) v(value) where v.value <> ''
    union all
    select s.token, 1, n.said from unnest(array[search_text(m.name), search_text(m.name_en)]) n(said), search_parts(n.said) s(token)
    where n.said is not null
    union all
    select distinct substr(m.mobile, n, 4), 2, m.mobile from generate_series(1, char_length(m.mobile) - 3) n
  ) p
  where m.pid = any (only_pids)
$$;
revoke execute on function member_tokens(int[]) from public;

create function member_tokens_follow() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then perform member_tokens(array(select distinct pid from gone));
  else perform member_tokens(array(select distinct pid from came));
  end if;
  return null;
end $$;
create trigger member_tokens_update after update on member referencing new table as came
  for each statement execute function member_tokens_follow();
create trigger member_tokens_insert after insert on member_unit referencing new table as came
  for each statement execute function member_tokens_follow();
create trigger member_tokens_update after update on member_unit referencing new table as came
  for each statement execute function member_tokens_follow();
create trigger member_tokens_delete after delete on member_unit referencing old table as gone
  for each statement execute function member_tokens_follow();
select member_tokens(array(select pid from member));

grant select on member_token to teleward_app;
grant select, insert, update, delete on member_token to teleward_system;
alter table member_token enable row level security;
create policy system_all on member_token to teleward_system using (true) with check (true);
create policy staff_units on member_token for select to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]));
-- As on `member`: who sees only own appointments finds only own patients.
create policy own_patients on member_token as restrictive for select to teleward_app
  using ((select app_appt()) <> 'o' or app_own_patient(pid));

-- ── the same walls, cheaper ─────────────────────────────────────────────────────────────────────────────────
-- A function of plain SQL that cannot be inlined is planned anew in every statement that calls it; one in plpgsql keeps
-- its plan for the connection. And who sees all appointments of the units needs none: the rows of `member_unit` that
-- the caller may see say it.
create or replace function app_record_open(patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from consent c where c.pid = patient and c.kind = 'record' and c.state = 'active'
      and c.partner_id = app_partner() and c.unit_id = any (app_units()) and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now()))
    or exists (select 1 from emergency_access e where e.pid = patient and e.mid = app_mid() and e.partner_id = app_partner() and e.until > now());
end $$;
create or replace function app_own_patient(patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from appointment q where q.pid = patient and q.partner_id = app_partner()
    and (q.booked_by = app_mid() or q.did = app_mid()));
end $$;
create or replace function app_member_visible(patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from member_unit mu where mu.pid = patient and mu.partner_id = app_partner()
    and mu.unit_id = any (app_units()) and mu.status = 'active')
    and (app_appt() <> 'o' or app_own_patient(patient));
end $$;
create or replace function app_colleague(person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff_partner sp where sp.mid = person and sp.partner_id = app_partner());
end $$;
create or replace function app_visit_signed(visit int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from note n where n.qid = visit and n.state in ('signed', 'amended')
    and (app_partner() is null or n.partner_id = app_partner()));
end $$;
drop policy visible on member;
create policy visible on member to teleward_app
  using (case
    when (select app_kind()) = 'link' then pid = (select app_pid())
    when (select app_kind()) <> 'staff' then false
    when (select app_appt()) = 'y' then exists (select 1 from member_unit mu where mu.pid = member.pid and mu.status = 'active')
    else app_member_visible(pid) end)
  with check ((select app_kind()) = 'staff' and app_member_visible(pid));
