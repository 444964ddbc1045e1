-- A link is sent by a message: whether that left, and why it did not, stands on the message alone. No foreign key: the
-- link is written before the text that carries it.
alter table video_link add column message_id uuid;
create index video_link_message on video_link (message_id) where message_id is not null;

-- What a list marks beside the visit: how its newest link fares and why it did not leave, and which colleagues are in the
-- room with the patient. In no order. Asks the tables as their owner, and says itself whom it shows: the visits of the
-- caller's units, and to those who see own visits alone the ones they take part in. A page has about twenty rows: what the
-- planner takes for a thousand makes a million of two such joins.
create function app_visit_marks(qids int[])
returns table (qid int, link text, "linkFailure" text, "inRoom" json)
language plpgsql stable security definer rows 20 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  appt text := app_appt();
begin
  if current_setting('app.kind', true) is distinct from 'staff' or appt not in ('y', 'o') then return; end if;
  return query
  select a.qid, k.state, k.failure, r.inside
  from unnest(qids) t(qid)
  join appointment a on a.qid = t.qid
  left join lateral (
    select case
        when l.state in ('sent', 'expired') and o.state in ('failed', 'cancelled') then 'sendFailed'
        when l.state = 'sent' and o.state in ('queued', 'sending', 'retrying') then 'created'
        else l.state end as state,
      case when l.state in ('sent', 'expired') and o.state in ('failed', 'cancelled') then coalesce(o.reason, 'CANCELLED') end as failure
    from video_link l left join outbox_message o on o.id = l.message_id
    where l.qid = a.qid and l.kind <> 'pay' and l.partner_id = here and l.unit_id = any (mine)
    order by (l.state in ('dead', 'expired', 'sendFailed')), coalesce(l.joined_at, l.opened_at, l.sent_at) desc nulls last limit 1
  ) k on true
  left join lateral (
    select json_agg(json_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en) order by p.joined_at, s.mid) as inside
    from room v join room_participant p on p.room_id = v.room_id join staff s on s.mid = p.mid
    where v.qid = a.qid and v.state = 'live' and v.partner_id = here and v.unit_id = any (mine)
      and p.joined_at is not null and p.left_at is null
  ) r on true
  where a.partner_id = here and a.unit_id = any (mine) and (appt = 'y' or app_takes_part(a.pid));
end $$;
revoke execute on function app_visit_marks(int[]) from public;
grant execute on function app_visit_marks(int[]) to teleward_app;
