-- By which way a link went, and to whom: masked, so that whoever sees the visit may see it. Null of links that no message carried.
alter table video_link add column channel text check (channel in ('sms', 'email')), add column sent_to text;

-- The links of a visit as they fare, each with whether its message left: what the message says is told of here alone, for who
-- sees the visit does not read the outbox. Asks the tables as their owner, and shows what `app_visit_marks` shows.
create function app_visit_links(visit int) returns jsonb
language plpgsql stable security definer set search_path = public as $$
declare
  appt text := app_appt();
begin
  if app_kind() is distinct from 'staff' or appt not in ('y', 'o') then return '[]'; end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', l.link_id, 'sms_room', l.sms_room, 'channel', l.channel, 'to', l.sent_to,
      'sentAt', l.sent_at, 'openedAt', l.opened_at, 'joinedAt', l.joined_at, 'expiresAt', l.expires_at, 'version', l.version,
      'state', case when l.state in ('sent', 'expired') and o.state in ('failed', 'cancelled') then 'sendFailed'
        when l.state = 'sent' and o.state in ('queued', 'sending', 'retrying') then 'created' else l.state end,
      'failure', case when l.state in ('sent', 'expired') and o.state in ('failed', 'cancelled') then coalesce(o.reason, 'CANCELLED') end)
      order by l.sent_at, l.link_id)
    from video_link l join appointment a on a.qid = l.qid left join outbox_message o on o.id = l.message_id
    where l.qid = visit and l.kind <> 'pay' and a.partner_id = app_partner() and a.unit_id = any (app_units())
      and (appt = 'y' or app_takes_part(a.pid))
      and exists (select 1 from member_unit mu where mu.pid = a.pid and mu.unit_id = a.unit_id and mu.status = 'active')), '[]');
end $$;
revoke execute on function app_visit_links(int) from public;
grant execute on function app_visit_links(int) to teleward_app;
