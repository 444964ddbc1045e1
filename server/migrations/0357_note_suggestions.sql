-- What an AI provider suggested for a note, beside the note and never in it, with the text that was sent for it.
create table note_suggestion (
  id uuid primary key,
  note_id uuid not null references note (id),
  partner_id int not null, unit_id int not null, pid int not null references member (pid),
  author_mid int not null references staff (mid),
  -- As it was shown before it was sent.
  sent text not null,
  text text not null, model text not null,
  asked_by int not null references staff (mid), asked_at timestamptz not null,
  rating text check (rating in ('useful', 'notUseful')), rated_at timestamptz,
  check ((rating is null) = (rated_at is null))
);
create index note_suggestion_note on note_suggestion (note_id, asked_at);
create index note_suggestion_pid on note_suggestion (pid);
alter table note_suggestion enable row level security;
create policy system_all on note_suggestion to teleward_system using (true) with check (true);
grant select, insert, update, delete on note_suggestion to teleward_system;
grant select, insert, update (rating, rated_at) on note_suggestion to teleward_app;
