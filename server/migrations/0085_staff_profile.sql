-- What a member of staff tells of oneself beyond the name: the screens of the own settings write it, the session shows it.
create table staff_profile (
  mid int primary key references staff (mid),
  -- Lists of {from, to, organisation, title}; the wire pads them to 8 rows.
  education jsonb not null default '[]' check (jsonb_typeof(education) = 'array' and jsonb_array_length(education) <= 8),
  career jsonb not null default '[]' check (jsonb_typeof(career) = 'array' and jsonb_array_length(career) <= 8),
  bank_image text, license_image text, person_sign text,
  doctor_enable smallint not null default 2,
  version int not null default 1
);
-- LINE accounts bound to a person.
create table line_binding (
  line_id text primary key, mid int not null references staff (mid), name text not null, bound_at timestamptz not null default now()
);
create index line_binding_mid on line_binding (mid);
do $$
declare t text;
begin
  foreach t in array array['staff_profile', 'line_binding'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('create policy own on %I to teleward_app using (mid = (select app_mid())) with check (mid = (select app_mid()))', t);
    execute format('grant select on %I to teleward_app', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
end $$;
