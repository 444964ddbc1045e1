-- A page of a hundred visits asked two functions a row that each start a query of their own. Whether a colleague is one is
-- said by the policy itself now (its own wall holds `staff_partner` to the institution), and the record of a visit comes
-- as one value in place of a set of rows.
alter policy colleagues on staff using (
  exists (select 1 from staff_partner sp where sp.mid = staff.mid and sp.partner_id = (select app_partner()))
  or (select app_operator()));

drop function app_visit_record(int, int);
create type visit_record as (id uuid, signed boolean);
create function app_visit_record(visit int, doctor int) returns visit_record
language plpgsql stable security definer set search_path = public as $$
begin
  return (select row((array_agg(n.id order by (n.author_mid = doctor) desc, n.created_at, n.id))[1],
      coalesce(bool_or(n.state in ('signed', 'amended')), false))::visit_record
    from note n where n.qid = visit and n.state <> 'withdrawn' and (app_partner() is null or n.partner_id = app_partner()));
end $$;
