-- Reference tables: codes and names, nothing of any patient. Everybody reads them, only the owner writes them
-- (`server/src/reference/load.ts`, from the files of `server/seeds/`), so they carry no policies.
create table icd10 (
  code text collate "C" primary key,
  billable boolean not null,
  common boolean not null default false,
  name_en text not null,
  name_zh_tw text not null
);
create table drug (
  code text collate "C" primary key,
  name_en text not null, name_zh_tw text not null,
  generic text, strength text,
  unit text not null,
  form text, form_zh_tw text, route text, atc text,
  origin text not null
);
create table medication_frequency (
  code text collate "C" primary key,
  name_zh_tw text not null, name_en text not null,
  -- Null where it is as needed or where the code alone does not say. Totals are computed from the code itself
  -- (`contract/src/prescriptions`): this column is for reports.
  times_per_day numeric(10, 6) check (times_per_day > 0),
  common boolean not null default false, sort int not null
);
create table medication_route (
  code text collate "C" primary key,
  name_zh_tw text not null, name_en text not null,
  common boolean not null default false, sort int not null
);
create table department (
  code text collate "C" primary key,
  name_zh_tw text not null,
  common boolean not null default false
);
grant select on icd10, drug, medication_frequency, medication_route, department to teleward_app, teleward_system;
