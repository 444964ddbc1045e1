-- The sessions are computed once a question, not once an entry.
create or replace function shift_uncovered(person int, at timestamptz, day_from date, day_to date) returns table (qid int)
language plpgsql stable security definer set search_path = public as $$
declare last_day date;
begin
  if not app_keeps_shifts(person) then return; end if;
  select max(q.date) into last_day from appointment q
    where q.did = person and q.partner_id = app_partner() and q.date >= day_from and (day_to is null or q.date <= day_to)
      and q.status in ('held', 'registered', 'checkedIn', 'redial');
  return query
    with s as materialized (
      select x.date, x."interval", x.start_at, x.end_at, x.closed
      from schedule_sessions(array[person], day_from, coalesce(last_day, day_from)) x where x.partner_id = app_partner())
    select q.qid from appointment q left join s on s.date = q.date and s."interval" = q."interval"
    where q.did = person and q.partner_id = app_partner() and q.date between day_from and coalesce(last_day, day_from)
      and q.status in ('held', 'registered', 'checkedIn', 'redial') and (q.start_at > at or q.status in ('checkedIn', 'redial'))
      and case q.kind when 'emergency' then false
        when 'special' then s.closed is not null or exists (select 1 from day_off o where o.did = q.did and o.date = q.date and o.partner_id = q.partner_id
          and o.withdrawn_at is null and (o."interval" is null or o."interval" = q."interval"))
        else s.start_at is null or s.closed is not null or q.start_at < s.start_at or q.start_at >= s.end_at end;
end $$;

create or replace function shift_overfull(person int, day_from date, day_to date) returns table (date date, "interval" smallint, n int)
language plpgsql stable security definer set search_path = public as $$
declare last_day date;
begin
  if not app_keeps_shifts(person) then return; end if;
  select max(q.date) into last_day from appointment q
    where q.did = person and q.partner_id = app_partner() and q.date >= day_from and (day_to is null or q.date <= day_to);
  return query
    with s as materialized (
      select x.date, x."interval", x.capacity
      from schedule_sessions(array[person], day_from, coalesce(last_day, day_from)) x where x.partner_id = app_partner() and x.closed is null),
    t as materialized (
      select q.date, q."interval", count(*)::int as taken from appointment q
      where q.did = person and q.partner_id = app_partner() and q.date between day_from and coalesce(last_day, day_from)
        and takes_place(q.status) and q.kind <> 'emergency' group by 1, 2)
    select t.date, t."interval", t.taken from t join s on s.date = t.date and s."interval" = t."interval" where t.taken > s.capacity;
end $$;
