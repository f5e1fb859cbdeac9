-- Foods that an organization adds to the food table, by CSV. Amounts are of 100 g; null is "not measured". They say nothing about a patient.
create table app.diet_own_foods (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  kcal double precision check (kcal between 0 and 950),
  protein double precision check (protein between 0 and 100),
  carbs double precision check (carbs between 0 and 100),
  fat double precision check (fat between 0 and 100),
  sodium double precision check (sodium between 0 and 40000),
  -- One household measure: "cup" of so many grams.
  measure text,
  measure_grams double precision check (measure_grams > 0),
  source text not null default '',
  created_by uuid references auth.users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((measure is null) = (measure_grams is null))
);
create unique index diet_own_foods_name on app.diet_own_foods (org_id, lower(name));
create index diet_own_foods_created_by on app.diet_own_foods (created_by) where created_by is not null;
call app.protect_tenant('app.diet_own_foods', 'select, insert, update, delete');
