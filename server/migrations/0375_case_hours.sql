-- Cases keep to the hours of work of an institution, and hold what was written to the patient from them.

-- A night in which targets stood still becomes the hours of the day between; of one that was none, nothing is left.
update partner p set settings = (p.settings - 'caseNight') || case
  when (n.night ->> 'from')::int = (n.night ->> 'to')::int then '{}'::jsonb
  else jsonb_build_object('businessHours', (
    select jsonb_agg(jsonb_build_object('weekday', d, 'from', lpad(s.a::text, 2, '0') || ':00', 'to', lpad(s.z::text, 2, '0') || ':00') order by d, s.a)
    from generate_series(1, 7) d,
      -- Over midnight the day is one span; a rest at midday leaves two.
      lateral (
        select (n.night ->> 'to')::int as a, case when (n.night ->> 'from')::int > (n.night ->> 'to')::int then (n.night ->> 'from')::int else 24 end as z
        union all
        select 0, (n.night ->> 'from')::int where (n.night ->> 'from')::int < (n.night ->> 'to')::int) s
    where s.z > s.a)) end
from (select id, settings -> 'caseNight' as night from partner) n
where n.id = p.id and jsonb_typeof(n.night) = 'object';
update partner set settings = settings - 'caseNight' where settings ? 'caseNight';

-- `message`: written in the conversation with the patient, whose words stay there alone. `sms`: a text message, whose words are
-- kept here, for the outbox keeps none.
alter table crm_entry drop constraint crm_entry_kind_check;
alter table crm_entry add constraint crm_entry_kind_check check (kind in ('open', 'note', 'change', 'assign', 'giveBack', 'finish',
  'cancel', 'close', 'restore', 'undo', 'call', 'message', 'sms'));
alter table crm_entry add column message_id int references chat_message (id);
alter table crm_entry add constraint crm_entry_message check ((kind = 'message') = (message_id is not null));
create unique index crm_entry_message_once on crm_entry (message_id) where message_id is not null;
