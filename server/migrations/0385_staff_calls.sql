-- Calls between members of staff, and those that bring a colleague into a running room (`invite`, `transfer`). These two
-- belong to a room in which another call is talked; of visit and patient they know nothing but by that room.
alter table call add column kind text not null default 'patient' check (kind in ('patient', 'staff', 'invite', 'transfer'));
-- A transfer: whoever hands over stays until they hang up, so that both have spoken; otherwise they are out as soon as the
-- other is in, which `handed_at` says.
alter table call add column attended boolean not null default true, add column handed_at timestamptz;
-- Who has hung up while the others talk on.
alter table call add column left_mids int[] not null default '{}';

-- One call at a time is a room's own; colleagues who are brought in ring beside it.
drop index call_ringing;
create unique index call_ringing on call (room_id) where state in ('ringing', 'answered') and kind in ('patient', 'staff');
create index call_beside on call (room_id) where state in ('ringing', 'answered') and kind in ('invite', 'transfer');

-- Whoever has hung up is free, though the others talk on; whoever brings in a colleague is in the room's own call.
create or replace function app_running_call(person int) returns uuid language sql stable security definer set search_path = public as $$
  select c.call_id from call c
  where person <> all (c.left_mids)
    and ((c.state = 'answered' and (c.answered_by_mid = person
        or (c.direction = 'outbound' and c.caller_mid = person and c.kind in ('patient', 'staff'))))
      or (c.state = 'ringing' and c.direction = 'outbound' and c.caller_mid = person and c.kind in ('patient', 'staff')))
  limit 1
$$;
