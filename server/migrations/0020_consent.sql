-- Keys of the installation that live as long as its data: what was hashed or signed with one must still match years later, so no
-- rotation replaces it. Sealed with the operator's key, which may change: `admin keys rotate` seals it anew.
create table app.installation_keys (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
alter table app.installation_keys enable row level security;
alter table app.installation_keys force row level security;
create policy sweep on app.installation_keys to imperium_system using (true) with check (true);
grant select, insert, update on app.installation_keys to imperium_system;
