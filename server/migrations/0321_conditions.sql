-- The conditions of some members, for a page of a list: the policy of histories looks up every open record there is, which
-- among 100,000 members takes longer than all else that stands beside them. Asks the tables as their owner, and says itself
-- whom it shows: whoever the caller sees, and of a closed record that it is closed.
create function app_member_conditions(pids int[]) returns table (pid int, conditions jsonb)
language plpgsql stable security definer rows 25 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
begin
  if current_setting('app.kind', true) is distinct from 'staff' then return; end if;
  return query
  select t.pid, case when auth.state <> 'notAuthorised' then (
    select coalesce(jsonb_agg(jsonb_build_object('note', h.note, 'ename', h.ename) order by h.id), '[]')
    from member_history h
    where h.pid = t.pid and h.kind = 'person_sick' and h.withdrawn_at is null
      and h.partner_id = here and h.unit_id = any (mine) and (w.held is null or h.unit_id <> all (w.held))) end
  from unnest(pids) t(pid)
  cross join lateral (
    select array_agg(mu.unit_id) filter (where mu.status <> 'active') as held from member_unit mu
    where mu.pid = t.pid and mu.partner_id = here and mu.unit_id = any (mine)
  ) w
  cross join lateral app_record_state(t.pid) auth
  where app_member_visible(t.pid);
end $$;
revoke execute on function app_member_conditions(int[]) from public;
grant execute on function app_member_conditions(int[]) to teleward_app;
