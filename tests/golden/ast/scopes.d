BEGIN { `x; mod`x; &`x; `x.y; (struct s *)&mod`x; C`x; this->x; self->x; }
