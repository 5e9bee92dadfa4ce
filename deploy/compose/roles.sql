-- Run once by the image of PostgreSQL, on a new volume: the two roles and the database of docs/operating.md, "Two roles".
\getenv owner OWNER_PASSWORD
\getenv server SERVER_PASSWORD
create role averin_owner login password :'owner';
create role averin_server login password :'server';
create database averin owner averin_owner;
revoke all on database averin from public;
grant connect on database averin to averin_server;
