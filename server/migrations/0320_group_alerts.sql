-- What a group's members raised of late, in numbers: who makes the groups reads no values (an alert says what was measured).
create function app_group_alerts(since timestamptz) returns table (group_id uuid, raised int, running int)
language plpgsql stable security definer set search_path = public as $$
begin
  return query select g.id, count(a.id) filter (where a.raised_at >= since)::int, count(a.id) filter (where a.state <> 'resolved')::int
    from monitor_group g
      join (select distinct gm.group_id, gm.pid, gm.unit_id from monitor_group_member gm
        join member_unit mu on mu.pid = gm.pid and mu.unit_id = gm.unit_id and mu.status = 'active'
        where gm.removed_at is null) m on m.group_id = g.id
      join monitor_alert a on a.pid = m.pid and a.unit_id = m.unit_id and (a.raised_at >= since or a.state <> 'resolved')
    where g.partner_id = app_partner() and app_groups_unit(g.at_unit) group by g.id;
end $$;
revoke execute on function app_group_alerts(timestamptz) from public;
grant execute on function app_group_alerts(timestamptz) to teleward_app;
