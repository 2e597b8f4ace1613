// CORBA::Object and typed references of the IDL-to-C++11 mapping: IDL::traits<I>::ref_type,
// narrow().
//
//   IDL::traits<Radio::Tuner>::ref_type tuner =
//       IDL::traits<Radio::Tuner>::narrow(orb->string_to_object(text));
#pragma once
#include <orbweaver/corba/calls/nil_object.hpp>
#include <orbweaver/corba/calls/object_base.hpp>
#include <orbweaver/corba/detail/stub_factory.hpp>
#include <orbweaver/corba/types/interface_kinds.hpp>
#include <orbweaver/corba/types/interface_traits.hpp>
#include <orbweaver/corba/types/reference_codec.hpp>
