-- What lists and counts of appointments ask for most: entries still open, by unit and by doctor.
create index appointment_unfinished on appointment (unit_id, date)
  where status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled');
create index call_qid on call (qid) where qid is not null;
create index room_qid on room (qid) where qid is not null;

-- Whether a visit's note is signed is known to everybody who may see the visit; what it says is not.
create function app_visit_signed(visit int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from note n where n.qid = visit and n.state in ('signed', 'amended')
    and (app_partner() is null or n.partner_id = app_partner()))
$$;
