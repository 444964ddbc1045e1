-- What the staff write to their institution about the service, and what it answers. It says nothing of any patient.
create table feedback (
  id int generated always as identity primary key,
  partner_id int not null references partner (id), mid int not null references staff (mid),
  kind text not null check (kind in ('problem', 'idea', 'question', 'praise')),
  title text not null check (char_length(title) between 1 and 120),
  remarks text not null check (char_length(remarks) between 1 and 1000),
  content text not null check (char_length(content) between 1 and 4000),
  -- Where it was written: the portal's version and the browser, and nothing of what was shown.
  app_version text check (char_length(app_version) <= 40),
  user_agent text check (char_length(user_agent) <= 300),
  -- Handed to the outbox for the institution's address; without one it is kept here alone.
  mailed boolean not null,
  created_at timestamptz not null,
  answer text check (char_length(answer) between 1 and 4000), answered_by int references staff (mid), answered_at timestamptz,
  version int not null default 1,
  check ((answer is null) = (answered_by is null) and (answer is null) = (answered_at is null))
);
create index feedback_partner on feedback (partner_id, created_at desc);
create index feedback_mid on feedback (mid, partner_id, created_at desc);

-- What was written is not rewritten; an answer is.
create function guard_feedback() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{answer,answered_by,answered_at,version}'::text[]) is distinct from (to_jsonb(old) - '{answer,answered_by,answered_at,version}'::text[])
    then raise exception 'feedback is not rewritten' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_feedback before update on feedback for each row execute function guard_feedback();

alter table feedback enable row level security;
create policy system_all on feedback to teleward_system using (true) with check (true);
grant select, insert, update, delete on feedback to teleward_system;
grant select, insert, update (answer, answered_by, answered_at, version) on feedback to teleward_app;
