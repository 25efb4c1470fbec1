# Made by `npm run generate`; do not edit.
