-- Old months of readings are moved out into a file by a command, and back. What was moved is told where values are looked at.
create table reading_archive (
  id int primary key generated always as identity,
  month date not null check (extract(day from month) = 1),
  many int not null check (many > 0),
  -- Of the lines before they are packed; and the file's name as it was written, wherever it is kept now.
  sha256 text not null, file text not null,
  out_at timestamptz not null, back_at timestamptz
);
create unique index reading_archive_out on reading_archive (sha256) where back_at is null;

-- Of whom how many lie in it: moved by a merge of two members as their readings are, with whose they were in the file.
create table reading_moved_out (
  id int primary key generated always as identity,
  archive_id int not null references reading_archive (id), month date not null,
  pid int not null, partner_id int not null, unit_id int not null, was_pid int not null,
  many int not null check (many > 0),
  foreign key (pid, unit_id) references member_unit (pid, unit_id)
);
create index reading_moved_out_pid on reading_moved_out (pid, unit_id);
create index reading_moved_out_archive on reading_moved_out (archive_id);

do $$
declare t text;
begin
  foreach t in array array['reading_archive', 'reading_moved_out'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
end $$;
grant select on reading_moved_out to teleward_app;

-- A month is found without going through all there are: readings come nearly in the order of time.
create index reading_measured on reading using brin (measured_at) with (pages_per_range = 32, autosummarize = on);
-- Without it each reading that goes would be looked for in all last ones.
create index last_measurement_reading on last_measurement (reading_id);
