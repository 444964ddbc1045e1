-- The record of a visit: the living note of its doctor, else the first that anybody began. Which one, and whether one
-- is signed, is known to everybody who may see the visit; what it says is not.
alter table appointment drop column mr_id;
create function app_visit_record(visit int, doctor int) returns table (id uuid, signed boolean)
language plpgsql stable security definer set search_path = public as $$
begin
  return query
    select (array_agg(n.id order by (n.author_mid = doctor) desc, n.created_at, n.id))[1],
      coalesce(bool_or(n.state in ('signed', 'amended')), false)
    from note n where n.qid = visit and n.state <> 'withdrawn' and (app_partner() is null or n.partner_id = app_partner());
end $$;
