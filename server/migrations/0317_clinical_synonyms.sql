-- Terms of an institution's own, beside the shipped ones, that its searches of diagnoses and drugs find a code by. They say
-- nothing of any patient. Whoever administers the whole institution writes them; whoever may read records searches by them.
create table clinical_synonym (
  id int generated always as identity primary key,
  partner_id int not null references partner (id),
  kind text not null check (kind in ('diagnosis', 'drug')),
  term text not null check (char_length(term) between 1 and 60),
  -- The term as searches compare it: width, case and variants of characters folded by the service.
  term_key text not null check (char_length(term_key) between 1 and 240),
  code text not null check (char_length(code) between 1 and 40),
  added_by int not null references staff (mid), added_at timestamptz not null,
  unique (partner_id, kind, term_key, code)
);
alter table clinical_synonym enable row level security;
create policy system_all on clinical_synonym to teleward_system using (true) with check (true);
grant select, insert, update, delete on clinical_synonym to teleward_system;
create policy searched on clinical_synonym for select to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and (select app_emr()) <> '-');
create policy administered on clinical_synonym to teleward_app
  using (app_administers('partner', partner_id))
  with check (app_administers('partner', partner_id) and added_by = (select app_mid()));
grant select, insert, delete on clinical_synonym to teleward_app;
