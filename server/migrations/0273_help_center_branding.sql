-- How the public help center looks. `links`: names and addresses above its pages.
alter table app.knowledge_help_centers add column accent text check (accent ~ '^#[0-9a-f]{6}$');
alter table app.knowledge_help_centers add column links jsonb not null default '[]';
alter table app.knowledge_help_centers add column logo bytea;
alter table app.knowledge_help_centers alter column logo set storage external;
