-- Calls, rooms, recordings, patients' links.

alter table room add column version int not null default 1;
-- The patient's answer was asked for in the call; the recording waits for it.
alter table room add column consent_asked_at timestamptz;

-- One loaded page of a recorder: asking twice is one segment, a reload a second.
alter table recording_segment add column instance uuid;
create unique index recording_segment_instance on recording_segment (recording_id, instance);
create index recording_qid on recording (qid) where qid is not null;
create index recording_unfinished on recording (state) where state in ('recording', 'interrupted', 'finalising');

-- Where the link was last used from, for the media's routing.
alter table video_link add column source_ip text;

-- Is this person in a call, ringing somebody, or talking, in whatever institution? One person has one mouth.
create function app_running_call(person int) returns uuid language sql stable security definer set search_path = public as $$
  select c.call_id from call c
  where (c.state = 'answered' and (c.answered_by_mid = person or (c.direction = 'outbound' and c.caller_mid = person)))
    or (c.state = 'ringing' and c.direction = 'outbound' and c.caller_mid = person)
  limit 1
$$;
create index call_running_answered on call (answered_by_mid) where state = 'answered';
create index call_running_caller on call (caller_mid) where state in ('ringing', 'answered');
