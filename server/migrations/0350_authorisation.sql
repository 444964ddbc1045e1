-- The patient's authorisation of the record, asked for and given in more ways than inside a video visit.
--
-- A row is one authorisation from its request to its end (state machine 14; FHIR Consent: proposed, active, rejected,
-- inactive). Nothing of it is overwritten by the next one: asked again, there is a new row.
alter table consent
  -- By what the patient answers: in the page of a visit, a link, a code read out at the desk, signed paper.
  add channel text check (channel in ('visit', 'sms', 'email', 'code', 'paper')),
  add asked_by int references staff (mid), add asked_at timestamptz,
  -- For how many days it is asked, and until when a request waits for its answer.
  add days int check (days between 1 and 365), add answer_until timestamptz,
  add code_id uuid,
  -- Who said so where it was not the patient: a guardian, with what they are to the patient.
  add giver_name text, add giver_relation text,
  add file_id uuid references medical_file (id),
  add recorded_by int references staff (mid),
  add ended_at timestamptz, add ended_by int references staff (mid),
  add version int not null default 1,
  add constraint consent_paper check (channel is distinct from 'paper' or (file_id is not null and witness_mid is not null)),
  add constraint consent_guardian check (given_by <> 'guardian' or (giver_name is not null and giver_relation is not null));
-- One photograph is the evidence of one authorisation.
create unique index consent_file on consent (file_id) where file_id is not null;
create index consent_asked on consent (pid, unit_id, asked_at) where asked_at is not null;

-- The link by which it is answered, seen and withdrawn; it has no visit.
alter table video_link add consent_id uuid references consent (id);
create index video_link_consent on video_link (consent_id) where consent_id is not null;
