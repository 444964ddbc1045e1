-- The next number of a unit and of an institution, over all there are: who founds or adds one sees those of their own
-- institution alone, and two would take the same. Asked under the lock of founding (7300).
create function next_unit_id() returns int language sql volatile security definer set search_path = public as $$
  select coalesce(max(id), 0) + 1 from unit $$;
create function next_partner_id() returns int language sql volatile security definer set search_path = public as $$
  select coalesce(max(id), 0) + 1 from partner $$;
revoke execute on function next_unit_id() from public;
revoke execute on function next_partner_id() from public;
grant execute on function next_unit_id() to teleward_app, teleward_system;
grant execute on function next_partner_id() to teleward_app, teleward_system;

-- The moment up to which the whole fee goes back was over when the patient chose another time: the new time brings it back no more.
alter table appointment add column refund_late boolean not null default false;
