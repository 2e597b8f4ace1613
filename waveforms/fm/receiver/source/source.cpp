#include "source.hpp"

#include <orbweaver/component/program.hpp>

ORBWEAVER_COMPONENT(orbweaver::fm::components::Source);
