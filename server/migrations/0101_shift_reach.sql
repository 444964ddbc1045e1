-- What a change of shifts leaves behind. Both ask over all of a doctor's entries in the asker's institution, also those of
-- units the asker does not see: they answer numbers of entries and counts, nothing of a patient.

-- Whose shifts one may look at this way: those one may change, and as front desk those of one's units.
create function app_keeps_shifts(person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may_shift(person) or (app_my_kind() in ('admin', 'health_secretary') and app_shares_unit(person));
end $$;

-- Entries to come that no open session of the doctor covers. An agreed special visit needs no session, but not a day off.
create function shift_uncovered(person int, at timestamptz, day_from date, day_to date) returns table (qid int)
language plpgsql stable security definer set search_path = public as $$
declare last_day date;
begin
  if not app_keeps_shifts(person) then return; end if;
  select max(q.date) into last_day from appointment q
    where q.did = person and q.partner_id = app_partner() and q.date >= day_from and (day_to is null or q.date <= day_to)
      and q.status in ('held', 'registered', 'checkedIn', 'redial');
  return query
    select q.qid from appointment q
    left join schedule_sessions(array[person], day_from, coalesce(last_day, day_from)) s
      on s.partner_id = q.partner_id and s.date = q.date and s."interval" = q."interval"
    where q.did = person and q.partner_id = app_partner() and q.date between day_from and coalesce(last_day, day_from)
      and q.status in ('held', 'registered', 'checkedIn', 'redial') and (q.start_at > at or q.status in ('checkedIn', 'redial'))
      and case q.kind when 'emergency' then false
        when 'special' then exists (select 1 from day_off o where o.did = q.did and o.date = q.date and o.partner_id = q.partner_id
          and o.withdrawn_at is null and (o."interval" is null or o."interval" = q."interval"))
        else s.start_at is null or s.closed is not null or q.start_at < s.start_at or q.start_at >= s.end_at end;
end $$;

-- Sessions with more taken than they have places.
create function shift_overfull(person int, day_from date, day_to date) returns table (date date, "interval" smallint, n int)
language plpgsql stable security definer set search_path = public as $$
declare last_day date;
begin
  if not app_keeps_shifts(person) then return; end if;
  select max(q.date) into last_day from appointment q
    where q.did = person and q.partner_id = app_partner() and q.date >= day_from and (day_to is null or q.date <= day_to);
  return query
    select t.date, t."interval", t.taken from (
      select q.date, q."interval", count(*)::int as taken from appointment q
      where q.did = person and q.partner_id = app_partner() and q.date between day_from and coalesce(last_day, day_from)
        and takes_place(q.status) and q.kind <> 'emergency' group by 1, 2) t
    join schedule_sessions(array[person], day_from, coalesce(last_day, day_from)) s
      on s.partner_id = app_partner() and s.date = t.date and s."interval" = t."interval"
    where t.taken > s.capacity and s.closed is null;
end $$;
